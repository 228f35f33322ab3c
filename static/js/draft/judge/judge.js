// Calling a judge: the reasons as chips, and the card where the call is about one.

import { clone, part } from "../../lib/dom.js";

export const CALL_OF_CARD = "legion_rare"; // the protocol's word

export class Judge {
  constructor(dialog, app) {
    this.dialog = dialog;
    this.app = app;
    this.rares = [];
    this.form = part(dialog, "form");
    part(dialog, "close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    this.form.addEventListener("change", () => this.#drawCards());
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  open(card = null) {
    part(this.dialog, "fault").hidden = true;
    this.form.reset();
    if (card) this.form.elements.reason.value = CALL_OF_CARD;
    this.draw();
    if (card) this.form.elements.card.value = String(card.id);
    if (!this.dialog.open) this.dialog.showModal();
  }

  // `rares`: the cards that this fighter opened in this round and may still have verified.
  take(state, rares) {
    this.rares = rares;
    this.isBlind = state.you.must_hold !== undefined && state.you.can_call_judge; // real packs: the card is not known here
    this.isOpen = Boolean(state.you.call);
    this.isPractice = Boolean(state.event.practice);
    if (this.dialog.open) this.draw();
  }

  refuse(message) {
    part(this.dialog, "fault").textContent = message;
    part(this.dialog, "fault").hidden = false;
  }

  draw() {
    const ofCard = part(this.dialog, "of-card"); // only in games that know such calls
    if (ofCard) ofCard.hidden = !this.rares.length && !this.isBlind;
    part(this.dialog, "open").hidden = !this.isOpen;
    part(this.dialog, "practice").hidden = !this.isPractice;
    for (const row of this.form.querySelectorAll("[data-person]")) row.hidden = this.isPractice; // no judge is there
    part(this.dialog, "reasons").hidden = this.isPractice && !this.rares.length;
    this.#drawCards();
  }

  #drawCards() {
    part(this.dialog, "send").disabled = this.isOpen || !this.form.elements.reason.value;
    const box = part(this.dialog, "cards");
    const list = part(this.dialog, "cards-list");
    const picked = this.form.elements.card?.value;
    box.hidden = this.form.elements.reason.value !== CALL_OF_CARD || !this.rares.length;
    list.replaceChildren(...this.rares.map((card) => this.#row(card)));
    const wish = this.rares.find((card) => String(card.id) === picked) ?? this.rares[0];
    if (wish) list.querySelector(`input[value="${wish.id}"]`).checked = true;
  }

  #row(card) {
    const row = clone("judge-card");
    row.querySelector("input").value = String(card.id);
    part(row, "name").textContent = card.name;
    part(row, "number").textContent = card.number;
    return row;
  }

  #submit(event) {
    event.preventDefault();
    const reason = this.form.elements.reason.value;
    const chosen = this.form.querySelector("input[name=card]:checked");
    this.app.ask({ type: "call_judge", reason, ...(reason === CALL_OF_CARD && chosen ? { card: Number(chosen.value) } : {}) });
    this.dialog.close();
  }
}
