// The card that is held up: large, with what it does on its plate or its picture, and the button that chooses it. It is moved on by a
// swipe.

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { tellSize } from "../lib/tell-size.js";
import { drawCard, readCard } from "../components/card.js";
import { drawText } from "../components/card-text.js";

const SWIPE = 36; // pixels from which a finger that moves sideways turns to the next card
const WORDS = {
  choose: gettext("Choose"),
  swap: gettext("Choose this instead"),
  back: gettext("Chosen\u00a0· take\u00a0back"),
};

export class Held {
  // `on` has: toggle(), step(way).
  constructor(root, on) {
    this.root = root;
    this.card = null;
    this.place = part(root, "held-place");
    tellSize(this.place.parentElement);
    this.button = part(root, "choose");
    this.button.addEventListener("click", () => on.toggle());
    part(root, "details-open").addEventListener("click", () => this.card && readCard(this.card));
    this.#listen(on);
  }

  draw(card) {
    this.expect(card);
    this.drawOwed();
  }

  // The card is held up, and its face is drawn later.
  expect(card) {
    this.root.hidden = !card;
    if (this.card === card) return;
    this.card = card;
    this.place.replaceChildren();
    if (card) part(this.root, "details-open").setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), card));
  }

  drawOwed() {
    if (!this.card || this.face) return;
    const face = faceOf(this.card);
    this.place.append(face);
    letScroll(part(face, "details-text"));
  }

  // `action`: what a tap on the card does, a key of WORDS, or "" where nothing can be chosen. `isNext`: it is the one thing to do now.
  // `isOneTap`: a tap picks, as the bar says. `replaced`: the card that leaves, where several are chosen.
  offer(action, { isNext, isOneTap, replaced }) {
    this.button.classList.toggle("is-idle", !action);
    this.button.ariaDisabled = String(!action);
    if (action) text(this.button, "choose-words", replaced ? interpolate(gettext("Replace %(name)s"), replaced) : WORDS[action]);
    this.button.classList.toggle("has-name", Boolean(replaced));
    this.button.classList.toggle("button--primary", isNext);
    this.button.classList.toggle("is-chosen", action === "back");
    this.root.classList.toggle("is-chosen", action === "back");
    part(this.root, "details-none").classList.toggle("is-over", !isNext || action === "swap" || isOneTap);
  }

  get face() {
    return this.place.firstElementChild;
  }

  // A finger that goes sideways takes the card along; one that goes up or down scrolls. A tap chooses.
  #listen(on) {
    let from = null;
    const { place } = this;
    const put = (way) => (place.style.translate = way ? `${way}px` : "");
    const end = () => {
      from = null;
      put(0);
    };
    place.addEventListener("pointerdown", (event) => (from = { x: event.clientX, y: event.clientY, isTap: true }));
    place.addEventListener("pointermove", (event) => {
      if (!from || event.pointerType === "mouse") return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.hypot(x, y) > 10) from.isTap = false;
      if (Math.abs(x) > Math.abs(y)) put(x / 2);
    });
    place.addEventListener("pointerup", (event) => {
      const way = from ? event.clientX - from.x : 0;
      const isSwipe = event.pointerType !== "mouse" && Math.abs(way) > SWIPE;
      const isTap = from?.isTap && !getSelection()?.toString();
      end();
      if (isSwipe) on.step(way < 0 ? 1 : -1);
      else if (isTap) on.toggle();
    });
    for (const type of ["pointercancel", "pointerleave"]) place.addEventListener(type, end);
  }
}

// The card's face, with what it does under its name, and below that what is printed small. It is more than a picture: its words are
// read, and what is heard of the face stands before them.
const faceOf = (card) => {
  const face = drawCard(card);
  for (const node of face.querySelectorAll(":scope > :not(.card__plate), .card__plate > *")) node.ariaHidden = "true";
  face.prepend(element("span", "only-read", face.ariaLabel));
  face.ariaLabel = face.role = null;
  const words = element("span", "card-text held__text");
  words.dataset.part = "details-text";
  words.hidden = !card.text;
  drawText(words, card);
  const small = [card.number, card.rarity, card.foil && gettext("foil")].filter(Boolean).join(" · ");
  face.querySelector(".card__plate > [data-large]").after(
    element("span", "held__more", game().more(card)),
    words,
  );
  face.querySelector(".card__plate").append(element("span", "held__number", small));
  return face;
};

// A text longer than its place can be scrolled by keys too, and fades at its foot as long as there is more.
// Its place is measured when it is laid out with all else of a frame, and again when it has another size: the device was turned.
const letScroll = (node) => {
  const draw = () => {
    const more = node.scrollHeight - node.clientHeight;
    if (more > 1) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
    node.classList.toggle("has-more", more - node.scrollTop > 2);
  };
  node.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(node);
};
