// Keys of the organizer's panel: Space stops and lets go on, + gives more time. Where one types, or a button has the focus, a key is theirs.

const KEYS = { " ": "pause", "+": "extend" };

// The act of a key ("pause", "extend"), or null. `event` is a keydown; `target` may be any element.
export const actionOfKey = ({ key, altKey, ctrlKey, metaKey, repeat, defaultPrevented }, target) => {
  if (altKey || ctrlKey || metaKey || repeat || defaultPrevented) return null;
  const action = KEYS[key] ?? null;
  if (action === null || isTyped(target)) return null;
  return key === " " && isPressed(target) ? null : action;
};

const TYPED = ["input", "textarea", "select", "[contenteditable]", "dialog", "[role=alertdialog]"];
const PRESSED = ["button", "a", "summary", "label", "audio", "video", "[role=button]"];

const isIn = (target, kinds) => Boolean(target?.closest?.(kinds.join()));

const isTyped = (target) => isIn(target, TYPED);

const isPressed = (target) => isIn(target, PRESSED);
