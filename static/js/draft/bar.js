// The bar in reach of the thumb: the places of the choice, the pile, the confirm button. Only this draws them, from the facts
// that the draft and the hand tell it (draft/bar-words.js).

import { clone, list, part, text } from "../lib/dom.js";
import { gettext } from "../lib/gettext.js";
import { tellLowerBar } from "../components/lower-bar.js";
import { barOf } from "./bar-words.js";
import { NOTHING_OWED, places, total } from "./choice.js";
import { drawCard } from "../components/card.js";

const CARDS_A_SLEEVE = 3; // the pile has a sleeve more for each so many cards
const MOST_SLEEVES = 9;

export class Bar {
  // `on`: `confirm()` for a press of the button, `place()` for the Enter key on it.
  constructor(root, on) {
    this.root = root;
    this.facts = { owed: NOTHING_OWED, chosen: [], left: null, late: 0, grace: 0, isLive: false, fault: "", pile: 0 };
    const button = part(root, "confirm");
    button.addEventListener("click", () => this.isOff || on.confirm());
    // Enter keeps its meaning where the button had the focus already when it became an undo
    this.keepsEnter = false;
    button.addEventListener("blur", () => (this.keepsEnter = false));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.keepsEnter) return;
      event.preventDefault();
      on.place();
    });
    tellLowerBar(root);
  }

  tell(facts) {
    Object.assign(this.facts, facts);
    const { words, more, count, isOff, isDone, isPicking = false } = barOf(this.facts);
    const button = part(this.root, "confirm");
    this.isOff = isOff;
    if (isPicking !== this.isPicking) this.keepsEnter = isPicking && document.activeElement === button;
    this.isPicking = isPicking;
    if (button.ariaDisabled !== String(isOff)) button.ariaDisabled = String(isOff);
    button.classList.toggle("is-done", isDone);
    button.classList.toggle("is-picking", isPicking);
    text(button, "confirm-words", words);
    text(button, "confirm-more", more);
    text(button, "confirm-count", count);
    this.#drawPlaces(this.facts);
    this.#drawPile(this.facts);
    this.#drawFault(this.facts);
  }

  // The card as it lies in its place, if it does.
  faceOf(card) {
    const places = [...part(this.root, "places").children];
    return places.find((place) => place.dataset.card === String(card.id))?.querySelector(".card");
  }

  #drawPlaces({ phase, owed, chosen, isPaper }) {
    part(this.root, "places").hidden = phase === "review" || isPaper || !total(owed);
    list(
      part(this.root, "places"),
      places(owed, chosen).map((place, index) => ({ ...place, index })),
      (place) => place.index,
      () => clone("place"),
      (node, place) => {
        node.classList.toggle("is-filled", Boolean(place.card));
        text(node, "label", place.label);
        text(node, "name", place.card?.name ?? gettext("choose one"));
        drawFace(node, place.card);
      },
    );
  }

  #drawPile({ phase, pile, isInSight }) {
    text(this.root, "pile-count", pile);
    const sleeves = part(this.root, "pile-sleeves");
    const many = Math.min(MOST_SLEEVES, Math.ceil(pile / CARDS_A_SLEEVE));
    while (sleeves.children.length > many) sleeves.lastElementChild.remove();
    while (sleeves.children.length < many) {
      sleeves.append(clone("sleeve"));
      sleeves.lastElementChild.style.setProperty("--under", sleeves.children.length - 1);
    }
    text(this.root, "pile-state", phase === "review" || isInSight ? gettext("open") : gettext("closed"));
  }

  #drawFault({ fault }) {
    text(this.root, "fault", fault);
    part(this.root, "fault").hidden = !fault;
  }
}

// A face that was taken away to be placed stays away until another card lies there.
const drawFace = (node, card) => {
  const id = card ? String(card.id) : "";
  if ((node.dataset.card ?? "") === id) return;
  node.dataset.card = id;
  part(node, "face").replaceChildren(...(card ? [drawCard(card)] : []));
};
