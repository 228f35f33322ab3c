// The own picks, where the event has them in sight while packs are drafted: the pile opens them, and on a wide screen they stand as
// lines beside the pack.

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { readCard } from "../components/card.js";
import { drawCounts, drawGroups, pilesOf } from "../decks/groups.js";
import { lineOf } from "./pack-line.js";

export class OwnPicks {
  #you = null;
  #drawn = "";

  constructor(button, dialog, beside) {
    this.button = button;
    this.dialog = dialog;
    this.beside = beside;
    button.addEventListener("click", () => {
      this.#draw();
      dialog.showModal();
    });
  }

  take({ event, you }) {
    this.#you = you;
    this.button.hidden = event.phase !== "drafting" || !you.pile;
    this.beside.hidden = this.button.hidden;
    if (this.button.hidden) return this.dialog.close();
    if (this.dialog.open) this.#draw();
    this.#drawBeside();
  }

  #draw() {
    const { pile, summary } = this.#you;
    part(this.dialog, "picks-none").hidden = pile.length > 0;
    drawCounts(part(this.dialog, "picks-counts"), pile, summary);
    drawGroups(part(this.dialog, "picks-cards"), pilesOf(pile, summary), stampOf(pile));
  }

  #drawBeside() {
    const { pile, summary } = this.#you;
    if (this.#drawn === stampOf(pile)) return;
    this.#drawn = stampOf(pile);
    text(this.beside, "own-count", pile.length);
    part(this.beside, "own-none").hidden = pile.length > 0;
    part(this.beside, "own-groups").replaceChildren(...pilesOf(pile, summary).map(linesOf));
  }
}

const stampOf = (pile) => `picks${pile.map(({ id }) => id)}`;

const linesOf = ({ name, cards, sign }) =>
  element(
    "section",
    "group",
    element("h3", "group__title", ...(sign ? [sign] : []), name, element("span", "group__count", String(cards.length))),
    element("ul", "own__lines", ...cards.map((card) => element("li", "", lineButton(card)))),
  );

const lineButton = (card) => {
  const button = element("button", "own__line", lineOf(card));
  button.type = "button";
  button.ariaLabel = card.name;
  button.addEventListener("click", () => readCard(card));
  return button;
};
