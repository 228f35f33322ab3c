// Cards are dragged: with a mouse at once, with a finger sideways, since a vertical drag scrolls. A finger that rests on a card
// opens it. A dragged card follows as a picture; the place under it is marked, and takes it when it is let go.

import { EASE, isStill } from "../lib/dom.js";

const MOUSE_STARTS = 5; // pixels
const FINGER_STARTS = 10;
const SWIPED = 84; // a finger that goes so far sideways moves the card, wherever it is let go
const BEATS = 9; // a finger rests for so many beats
const BEAT = 50; // milliseconds
const FLIES = 200;

export class Drag {
  #down = null; // { item, x, y, pointer, isTouch, rest }
  #ghost = null;
  #over = null;
  #swallow = false; // ignores the next click

  // `root` has the rows (`[data-row]`) and the places (`[data-place]`). `take(item)`: whether it may be moved; `drop(item, place)` moves
  // it there, null being the other side; `rest(item)` opens it.
  constructor(root, { take, drop, rest }) {
    this.root = root;
    this.handlers = { take, drop, rest };
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("click", (event) => this.#click(event), { capture: true });
    root.addEventListener("dragstart", (event) => event.preventDefault());
    root.addEventListener("contextmenu", (event) => this.#down?.isTouch && event.preventDefault());
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#end());
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#ghost && this.#end());
  }

  #press(event) {
    this.#swallow = false;
    const item = event.target.closest("[data-row]");
    if (!item || event.button !== 0 || !event.isPrimary) return;
    const isTouch = event.pointerType !== "mouse";
    this.#down = { item, x: event.clientX, y: event.clientY, pointer: event.pointerId, isTouch };
    if (isTouch) this.#wait(item, BEATS);
  }

  // Waits in short steps, so that a busy page, which hears late that the finger was lifted, does not take a tap for a rest.
  #wait(item, beats) {
    this.#down.rest = setTimeout(() => (beats > 1 ? this.#wait(item, beats - 1) : this.#rest(item)), BEAT);
  }

  #rest(item) {
    this.#end();
    this.#swallow = true;
    this.handlers.rest(item);
  }

  #click(event) {
    if (!this.#swallow) return;
    this.#swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }

  #move(event) {
    const down = this.#down;
    if (!down || event.pointerId !== down.pointer) return;
    const [x, y] = [event.clientX - down.x, event.clientY - down.y];
    if (!this.#ghost) {
      const far = down.isTouch ? FINGER_STARTS : MOUSE_STARTS;
      if (Math.hypot(x, y) < far) return;
      clearTimeout(down.rest);
      const isScroll = down.isTouch && Math.abs(y) > Math.abs(x);
      if (isScroll || !this.handlers.take(down.item)) return this.#end();
      this.#lift(down);
    }
    this.#ghost.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-5, Math.min(5, x / 30))}deg)`;
    this.#mark(document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]"));
  }

  #lift({ item }) {
    const box = item.getBoundingClientRect();
    this.#ghost = ghostOf(item, box);
    item.classList.add("is-lifted");
    this.root.classList.add("is-dragging");
    this.#swallow = true;
  }

  #mark(place) {
    if (place && place === this.#over) return;
    this.#over?.classList.remove("is-over");
    this.#over = place && this.root.contains(place) && place.dataset.place !== ownPlaceOf(this.#down.item) ? place : null;
    this.#over?.classList.add("is-over");
  }

  #up(event) {
    const down = this.#down;
    if (!down || event.pointerId !== down.pointer) return;
    const ghost = this.#ghost;
    const over = this.#over;
    const isSwiped = down.isTouch && Math.abs(event.clientX - down.x) > SWIPED;
    const box = ghost?.getBoundingClientRect();
    this.#end();
    if (!ghost) return;
    if (over) this.handlers.drop(down.item, over.dataset.place, box);
    else if (isSwiped) this.handlers.drop(down.item, null, box);
  }

  #end() {
    clearTimeout(this.#down?.rest);
    this.#down?.item.classList.remove("is-lifted");
    this.root.classList.remove("is-dragging");
    this.#mark(null);
    this.#ghost?.remove();
    this.#ghost = null;
    this.#down = null;
  }
}

const ownPlaceOf = (item) => item.closest("[data-place]")?.dataset.place;

const ghostOf = (item, box) => {
  const ghost = item.cloneNode(true);
  ghost.removeAttribute("data-key");
  ghost.classList.add("build-ghost");
  ghost.classList.remove("is-lifted");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  for (const side of ["left", "top", "width", "height"]) ghost.style[side] = `${box[side]}px`;
  document.body.append(ghost);
  return ghost;
};

// A picture of a row flies from where it was to where it is now.
export const flyTo = (item, from, to) => {
  if (isStill() || !from.width || !to.width) return;
  const ghost = ghostOf(item, from);
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${Math.min(1, to.width / from.width)})`, opacity: 0.9 },
  ];
  ghost.animate(frames, { duration: FLIES, easing: EASE }).finished.then(() => ghost.remove(), () => ghost.remove());
};
