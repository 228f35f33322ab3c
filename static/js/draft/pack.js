// The pack in hand: cards as buttons, one of them held up and in the tab order.

import { isStill, nextFrame } from "../lib/dom.js";
import { glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { drawCard } from "../components/card.js";
import { lineOf } from "./pack-line.js";

const AT_ONCE = 2; // cards that are drawn in one frame
const DEAF = 500; // a new pack ignores taps that were meant for the one before
const WIDE = matchMedia("(min-width: 62rem)"); // here the pack lies beside the card that is held up
const ROW = matchMedia("(max-height: 42rem) and (max-aspect-ratio: 11 / 10)"); // here a long pack goes sideways
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Pack {
  // `on` has: look(card), toggle(card), confirm(); and isHeld(card) where a tap on a card that is not held up only holds it up; and
  // read(card), with which a long pack has a button beside each card and its facts in words.
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.cards = [];
    this.since = 0;
    this.hadFocus = false;
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  // Puts a pack on the table. With `isGradual` its places are there at once, and the cards once they are drawn.
  deal(cards, { isGradual = false } = {}) {
    const isLost = this.hadFocus && document.activeElement === document.body;
    this.hadFocus = isLost || this.root.contains(document.activeElement); // an empty hand keeps it for the next pack
    this.cards = cards;
    if (!this.isComing) this.since = performance.now();
    this.root.dataset.count = cards.length;
    this.root.style.setProperty("--count", cards.length);
    this.root.style.setProperty("--half", Math.ceil(cards.length / 2));
    this.root.classList.toggle("is-long", cards.length > 6);
    this.root.replaceChildren(...cards.map((card, index) => this.#item(card, index)));
    if (!isGradual) this.drawAll();
    if (this.hadFocus) this.focus();
  }

  // Draws the cards that are owed in these places, a few in a frame, so that none takes long. `each` is called with a place and its
  // index in the frame in which its card is there.
  async drawGradually(items, each) {
    for (let first = 0; first < items.length; first += AT_ONCE) {
      await nextFrame();
      if (!this.lies(items)) return;
      items.slice(first, first + AT_ONCE).forEach((item, place) => {
        this.#drawCard(first + place);
        each(item, first + place);
      });
    }
  }

  // Whether these are the places of the pack that lies here now.
  lies(items) {
    return (items[0] ?? null) === this.root.firstElementChild;
  }

  drawAll() {
    for (const index of this.cards.keys()) this.#drawCard(index);
  }

  #drawCard(index) {
    const button = this.#buttons[index];
    const card = this.cards[index];
    if (!button.firstElementChild) button.append(drawCard(card), ...(this.#isInWords ? [lineOf(card)] : []));
  }

  // Focuses the card in the tab order, if there is one.
  focus() {
    this.#buttons.find((button) => button.tabIndex === 0)?.focus();
  }

  // Marks the card that is held up; where the focus is in the pack, it goes there.
  hold(card) {
    const hasFocus = this.root.contains(document.activeElement);
    this.#buttons.forEach((button, index) => {
      const isHeld = this.cards[index].id === card?.id;
      button.tabIndex = isHeld ? 0 : -1;
      button.parentElement.classList.toggle("is-held", isHeld);
      if (isHeld && hasFocus && button !== document.activeElement) button.focus();
      if (isHeld && ROW.matches) this.#bring(button.parentElement);
    });
  }

  choose(chosen) {
    const ids = new Set(chosen.map((card) => card.id));
    this.#buttons.forEach((button, index) => {
      const isChosen = ids.has(this.cards[index].id);
      button.setAttribute("aria-pressed", String(isChosen));
      button.parentElement.classList.toggle("is-chosen", isChosen);
    });
  }

  // The pack is still on its way here: it is deaf until a moment after it has come.
  async await(coming) {
    this.coming = coming;
    this.since = Infinity;
    this.root.setAttribute("aria-busy", "true");
    await coming;
    if (this.coming !== coming) return; // another one followed
    this.since = performance.now();
    this.root.removeAttribute("aria-busy");
  }

  get isDeaf() {
    return performance.now() - this.since < DEAF;
  }

  get isComing() {
    return this.since === Infinity;
  }

  get items() {
    return [...this.root.children];
  }

  // The nodes of these cards, or of all.
  faces(cards = this.cards) {
    const ids = new Set(cards.map((card) => card.id));
    return this.items.filter((_, index) => ids.has(this.cards[index].id)).map((item) => item.querySelector(".card"));
  }

  // Moves a row that is wider than the screen so far that the card lies in its middle.
  #bring(item) {
    this.root.scrollTo({ left: item.offsetLeft + (item.offsetWidth - this.root.clientWidth) / 2, behavior: isStill() ? "auto" : "smooth" });
  }

  get #buttons() {
    return [...this.root.querySelectorAll(".pack__card")];
  }

  get #isInWords() {
    return Boolean(this.on.read) && this.root.classList.contains("is-long");
  }

  #item(card, index) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    item.className = "pack__place";
    item.style.setProperty("--index", index);
    button.className = "pack__card";
    button.type = "button";
    button.tabIndex = index === 0 ? 0 : -1;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("pointerdown", () => (this.isReady = this.on.isHeld?.(card) ?? true)); // it has the focus before the click
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && WIDE.matches && this.on.isHeld && this.on.look(card));
    button.addEventListener("focus", () => this.#focus(button, card));
    button.addEventListener("click", (event) => this.#tap(card, event.detail === 0 || this.isReady));
    item.append(button);
    if (this.#isInWords) item.append(this.#reader(card));
    return item;
  }

  #reader(card) {
    const button = document.createElement("button");
    button.className = "pack__read";
    button.type = "button";
    button.tabIndex = -1; // by keys a card is held up, and read there
    button.ariaLabel = interpolate(gettext("Enlarge %(name)s"), card);
    button.append(glyph("i-enlarge"));
    button.addEventListener("click", () => this.on.read(card));
    return button;
  }

  #focus(button, card) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
    this.on.look(card);
  }

  #tap(card, isReady) {
    if (this.isDeaf) return;
    this.on.look(card);
    if (isReady) this.on.toggle(card);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = this.#buttons;
    const here = buttons.indexOf(document.activeElement);
    if (event.key === "Escape" && this.on.takeBack) {
      this.on.takeBack();
    } else if (event.key === "Enter" && here >= 0) {
      event.preventDefault();
      if (!event.repeat) this.on.confirm();
    } else if (here >= 0 && event.key in KEYS) {
      event.preventDefault();
      buttons[Math.min(buttons.length - 1, Math.max(0, here + KEYS[event.key]))].focus();
    } else if (here >= 0 && ["ArrowUp", "ArrowDown"].includes(event.key)) {
      event.preventDefault();
      above(buttons, here, event.key === "ArrowUp" ? -1 : 1)?.focus();
    }
  }

}

// The card in the next row that is nearest to straight above or below.
const above = (buttons, here, way) => {
  const middle = (button) => {
    const box = button.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const from = middle(buttons[here]);
  const rows = buttons
    .map((button) => ({ button, ...middle(button) }))
    .filter(({ y }) => (y - from.y) * way > 20)
    .sort((a, b) => Math.abs(a.y - from.y) - Math.abs(b.y - from.y) || Math.abs(a.x - from.x) - Math.abs(b.x - from.x));
  const row = rows.filter(({ y }) => Math.abs(y - rows[0].y) < 20);
  return row.sort((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0]?.button;
};
