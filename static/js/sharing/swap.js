// Offering a swap: one of the own cards for one of another fighter's. The list of cards is fetched when it is needed.

import { clone, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { byRarity, othersIn } from "./share-words.js";
import { isolate } from "../lib/words.js";
import { drawCard } from "../components/card.js";

const NO_ANSWER = gettext("This device does not reach the server. Close this and try again.");

const option = (value, words) => {
  const node = element("option", "", words);
  node.value = value;
  return node;
};

const group = (label, options) => {
  const node = element("optgroup", "", ...options);
  node.label = label;
  return node;
};

// Leaves the first option, which says what to choose.
const offer = (select, options) => select.replaceChildren(select.options[0], ...options);

const wordsOf = (card, rarity = "") => [rarity, card.name, card.number].filter(Boolean).join(" · ");

export class Swap {
  constructor(dialog, app) {
    this.dialog = dialog;
    this.app = app;
    this.people = [];
    for (const name of ["give", "want"]) part(dialog, name).addEventListener("change", () => this.#draw());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    part(dialog, "swap-form").addEventListener("submit", () => this.#send());
  }

  // Fighters who are gone could not answer: their cards are not offered for.
  async open(share, me) {
    this.#fill([], []);
    this.#say("");
    this.dialog.showModal();
    try {
      const answer = await fetch(`${location.pathname}sharing/shares.json`);
      const { tables } = await answer.json();
      const there = othersIn(share, me).map(({ fighter }) => fighter);
      this.people = tables.find(({ table }) => table === share.table).people.filter(({ fighter }) => [me, ...there].includes(fighter));
    } catch {
      return this.#say(NO_ANSWER);
    }
    this.#fill(
      byRarity(share.yours).map(({ name, cards }) => group(name, cards.map((card) => option(card.id, wordsOf(card))))),
      this.people
        .filter(({ fighter }) => fighter !== me)
        .map(({ name, cards }) => group(isolate(name), cards.map((card) => option(card.id, wordsOf(card, card.rarity))))),
    );
  }

  #fill(own, others) {
    offer(part(this.dialog, "give"), own);
    offer(part(this.dialog, "want"), others);
    this.#draw();
  }

  #chosen(name) {
    const id = Number(part(this.dialog, name).value);
    const owner = this.people.find(({ cards }) => cards.some((card) => card.id === id));
    return { owner, card: owner?.cards.find((card) => card.id === id) };
  }

  #draw() {
    const [give, want] = [this.#chosen("give"), this.#chosen("want")];
    for (const [name, { card }] of [["give-face", give], ["want-face", want]]) {
      part(this.dialog, name).replaceChildren(card ? drawCard(card) : clone("sleeve"));
    }
    const words = want.owner ? interpolate(gettext("Offer it to %(name)s"), { name: isolate(want.owner.name) }) : gettext("Offer it");
    text(this.dialog, "swap-send", words);
  }

  #send() {
    const [give, want] = [this.#chosen("give").card, this.#chosen("want").card];
    if (give && want) this.app.ask({ type: "swap", give: give.id, want: want.id });
  }

  #say(words) {
    text(this.dialog, "swap-error", words);
    part(this.dialog, "swap-error").hidden = !words;
  }
}
