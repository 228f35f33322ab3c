// Keys and swipes of a replay; while one is asked (`isAsking`) the quiz has keys of its own.

const IN_A_FIELD = "input, textarea, select, dialog";
const PRESSED_BY_SPACE = "button, a, summary";
const SWIPE = 48; // pixels

const KEYS = {
  ArrowLeft: (page) => page.step(-1),
  ArrowRight: (page) => page.step(1),
  ArrowUp: (page) => page.seat(-1),
  ArrowDown: (page) => page.seat(1),
  Home: (page) => page.go({ at: 0 }),
  End: (page) => page.go({ at: Infinity }),
};

const byDigit = (page, key) => {
  const seat = key === "0" ? 9 : Number(key) - 1;
  if (seat < page.here.replay.seats.length) page.toSeat(seat);
};

export const listenToKeys = (page) =>
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || page.isAsking || target.closest(IN_A_FIELD) || document.querySelector("dialog[open]")) return;
    if (key === " " && !target.closest(PRESSED_BY_SPACE)) page.play();
    else if (KEYS[key]) KEYS[key](page);
    else if (/^\d$/.test(key)) byDigit(page, key);
    else return;
    event.preventDefault();
  });

// A swipe to the left goes on, as one turns a leaf.
export const listenToSwipes = (node, page) => {
  let from = null;
  node.addEventListener("touchstart", ({ touches }) => (from = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null), { passive: true });
  node.addEventListener("touchend", ({ changedTouches: [touch] }) => {
    if (!from) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) page.step(x < 0 ? 1 : -1);
    from = null;
  });
};
