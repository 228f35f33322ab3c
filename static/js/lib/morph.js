// Puts a fresh part of a page, as the server draws it, into the page with as few changes as possible: an element stays the same
// element, so that what has the focus, what is typed, what is unfolded and what is being pressed stay as they are.
//
// Children are matched by `data-key` or `id`, others by their order. In the markup stand:
// `data-live`: a script draws this element; it is left alone, and stays where the fresh part lacks it.
// `data-tick`: a script writes its text and its class (events/panel/ticks.js). `data-own`: these attributes are a script's.
// `data-same`: it stands for the element of its key as that is. `data-about`: a fold that is about something else by now is closed.
// `data-rest`: the id of what gets the focus where that was on an element within that is gone.

const KEPT = { DETAILS: ["open"], DIALOG: ["open"] };

// Returns whether all was there that the fresh part did not bring along.
export const morph = (node, fresh) => {
  const focus = new Focus(node);
  morphElement(node, fresh);
  focus.restore();
  return !node.querySelector("[data-same]");
};

const morphElement = (node, fresh) => {
  if ("same" in fresh.dataset || "live" in node.dataset) return;
  const ticks = "tick" in node.dataset && "tick" in fresh.dataset;
  if (node.dataset.about !== fresh.dataset.about) close(node);
  morphAttributes(node, fresh, ownOf(node, ticks));
  if (!ticks) morphChildren(node, fresh);
};

const ownOf = (node, ticks) => [...(KEPT[node.tagName] ?? []), ...(node.dataset.own?.split(" ") ?? []), ...(ticks ? ["class"] : [])];

const morphAttributes = (node, fresh, own) => {
  for (const { name, value } of fresh.attributes) if (!own.includes(name) && node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const { name } of [...node.attributes]) if (!own.includes(name) && !fresh.hasAttribute(name)) node.removeAttribute(name);
};

const close = (details) => {
  const hadFocus = details.open && details.contains(document.activeElement);
  details.open = false;
  if (hadFocus) details.querySelector("summary").focus();
};

const keyOf = (node) => node.dataset?.key ?? (node.id || null);

const morphChildren = (node, fresh) => {
  const keyed = new Map([...node.children].map((child) => [keyOf(child), child]).filter(([key]) => key !== null));
  const wanted = new Set([...fresh.children].map(keyOf));
  let next = node.firstChild;
  for (const child of [...fresh.childNodes]) {
    const known = keyOf(child) === null ? null : keyed.get(keyOf(child));
    // A known element stays where it is, and those before it go: an element that is moved is not pressed any more.
    while (next && next !== known && (isGone(next, wanted) || (known && !isElement(next)))) next = removed(next);
    const kept = [known ?? matching(next, child)].find((each) => each && isAlike(each, child));
    const placed = kept ?? document.importNode(child, true);
    if (placed === next) next = next.nextSibling;
    else node.insertBefore(placed, next);
    if (kept) morphNode(kept, child);
  }
  while (next) next = isLive(next) ? next.nextSibling : removed(next);
};

const morphNode = (node, fresh) => {
  if (isElement(node)) morphElement(node, fresh);
  else if (node.data !== fresh.data) node.data = fresh.data;
};

const isLive = (node) => node.dataset !== undefined && "live" in node.dataset;

// A child with a key that the fresh part lacks.
const isGone = (child, wanted) => keyOf(child) !== null && !wanted.has(keyOf(child)) && !isLive(child);

const removed = (child) => {
  const next = child.nextSibling;
  child.remove();
  return next;
};

// The child that can become this one, which has no key.
const matching = (next, fresh) => (next && keyOf(next) === null && keyOf(fresh) === null ? next : null);

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

const isAlike = (node, fresh) => node.nodeName === fresh.nodeName || (fresh.dataset !== undefined && "same" in fresh.dataset);

// Where the focus was. Moving an element takes it away, and removing one loses it.
class Focus {
  constructor(root) {
    const { activeElement: active } = document;
    this.node = root.contains(active) && active !== root ? active : null;
    this.rests = [];
    for (let each = this.node; each && each !== root; each = each.parentElement) this.rests.push(each);
    this.selection = selectionOf(this.node);
  }

  restore() {
    const { node } = this;
    if (!node || document.activeElement === node || document.activeElement !== document.body) return;
    if (node.isConnected && !node.closest("[hidden]")) {
      node.focus({ preventScroll: true });
      if (this.selection) node.setSelectionRange(...this.selection);
    } else this.#rest();
  }

  #rest() {
    const near = this.rests.find((each) => each.isConnected && each.dataset.rest);
    document.getElementById(near?.dataset.rest)?.focus();
  }
}

// A field of some kinds has no selection.
const selectionOf = (field) => {
  try {
    return typeof field?.selectionStart === "number" ? [field.selectionStart, field.selectionEnd] : null;
  } catch {
    return null;
  }
};
