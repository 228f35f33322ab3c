// The own picks, where the event has them in sight while packs are drafted: the pile opens them.

import { part } from "../lib/dom.js";
import { drawCounts, drawGroups, pilesOf } from "../decks/groups.js";

export class OwnPicks {
  #you = null;

  constructor(button, dialog) {
    this.button = button;
    this.dialog = dialog;
    button.addEventListener("click", () => {
      this.#draw();
      dialog.showModal();
    });
  }

  take({ event, you }) {
    this.#you = you;
    this.button.hidden = event.phase !== "drafting" || !you.pile;
    if (this.button.hidden) this.dialog.close();
    else if (this.dialog.open) this.#draw();
  }

  #draw() {
    const { pile, summary } = this.#you;
    part(this.dialog, "picks-none").hidden = pile.length > 0;
    drawCounts(part(this.dialog, "picks-counts"), summary);
    drawGroups(part(this.dialog, "picks-cards"), pilesOf(pile, summary), `picks${pile.map(({ id }) => id)}`);
  }
}
