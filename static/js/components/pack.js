// The pack in hand: cards as buttons, one of them in the tab order, and the ways in which packs come and go.

import { isStill } from "../lib/dom.js";
import { spoken } from "../lib/words.js";
import { drawCard } from "./card.js";

const DEAF = 500; // a new pack does not hear taps that were meant for the one before
const MOVE = { duration: 220, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)", fill: "both" };
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Pack {
  // `on` has: look(card), toggle(card), confirm().
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.cards = [];
    this.since = 0;
    this.hadFocus = false;
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  // Puts a pack on the table. `from` is "left" or "right" when it comes from a neighbour.
  deal(cards, from = null) {
    const isLost = this.hadFocus && document.activeElement === document.body;
    this.hadFocus = isLost || this.root.contains(document.activeElement); // an empty hand keeps it for the next pack
    this.cards = cards;
    this.since = performance.now();
    this.root.dataset.count = cards.length;
    this.root.classList.toggle("is-long", cards.length > 6);
    this.root.replaceChildren(...cards.map((card, index) => this.#item(card, index)));
    if (from) this.#come(from);
    if (this.hadFocus) this.focus();
  }

  // Focuses the card in the tab order, if there is one.
  focus() {
    this.#buttons.find((button) => button.tabIndex === 0)?.focus();
  }

  choose(chosen) {
    const ids = new Set(chosen.map((card) => card.id));
    this.#buttons.forEach((button, index) => {
      const isChosen = ids.has(this.cards[index].id);
      button.setAttribute("aria-pressed", String(isChosen));
      button.parentElement.classList.toggle("is-chosen", isChosen);
    });
  }

  // The chosen cards turn over onto the pile, the rest goes to the neighbour. Resolves when they are gone.
  async leave(chosen, pile, to) {
    const ids = new Set(chosen.map((card) => card.id));
    const target = pile.getBoundingClientRect();
    const moves = [...this.root.children].map((item, index) =>
      ids.has(this.cards[index].id) ? ontoPile(item, target) : to ? aside(item, to) : away(item),
    );
    await Promise.allSettled(moves.map((move) => move.finished));
  }

  get #buttons() {
    return [...this.root.querySelectorAll("button")];
  }

  #item(card, index) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    item.className = "pack__place";
    button.className = "pack__card";
    button.type = "button";
    button.tabIndex = index === 0 ? 0 : -1;
    button.setAttribute("aria-label", spoken(card));
    button.setAttribute("aria-pressed", "false");
    button.append(drawCard(card));
    button.addEventListener("focus", () => this.#focus(button, card));
    button.addEventListener("click", () => this.#tap(card));
    item.append(button);
    return item;
  }

  #focus(button, card) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
    this.on.look(card);
  }

  #tap(card) {
    if (performance.now() - this.since < DEAF) return;
    this.on.look(card);
    this.on.toggle(card);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = this.#buttons;
    const here = buttons.indexOf(document.activeElement);
    if (event.key === "Enter" && here >= 0) {
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

  #come(from) {
    const shift = from === "right" ? 90 : -90;
    [...this.root.children].forEach((item, index) => {
      const frames = isStill()
        ? [{ opacity: 0 }, { opacity: 1 }]
        : [
            { opacity: 0, transform: `translateX(${shift}px) rotate(${shift / 18}deg)` },
            { opacity: 1, transform: "none" },
          ];
      const delay = Math.min(index * 12, 40);
      item.animate(frames, { ...MOVE, duration: MOVE.duration - delay, delay, fill: "backwards" });
    });
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

const away = (item) => item.animate([{ opacity: 1 }, { opacity: 0 }], MOVE);

const aside = (item, to) =>
  isStill()
    ? away(item)
    : item.animate([{ transform: "none" }, { opacity: 0, transform: `translateX(${to === "left" ? -90 : 90}px)` }], MOVE);

const ontoPile = (item, target) => {
  if (isStill()) return away(item);
  const box = item.getBoundingClientRect();
  const x = target.left + target.width / 2 - box.left - box.width / 2;
  const y = target.top + target.height / 2 - box.top - box.height / 2;
  item.classList.add("is-turning");
  return item.animate(
    [
      { transform: "perspective(600px) rotateY(0)" },
      { transform: "perspective(600px) rotateY(90deg)", offset: 0.4 },
      { opacity: 0, transform: `perspective(600px) translate(${x}px, ${y}px) scale(0.2) rotateY(180deg)` },
    ],
    MOVE,
  );
};
