// Avatars on a fighter's page (M27-M29): where to choose one, the own choice, and those of the fight once they are fixed.

import { part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { readCard } from "../components/card.js";
import { isOver } from "../fights/fights.js";
import { askedWords, avatarsOf, ownChoice, untilWords } from "./avatar-words.js";

const PHASES = ["building", "fighting"];

export class AvatarStrip {
  // `numbersOf(fighter, hand)` are the numbers of a fighter's avatar, each with its label; `hand` is the size of one without an avatar.
  constructor(root, numbersOf) {
    this.root = root;
    this.numbersOf = numbersOf;
  }

  draw(state) {
    const { phase } = state.event;
    const isAsked = PHASES.includes(phase) && !(phase === "fighting" && state.fight && isOver(state.fight));
    const own = isAsked ? state.you?.avatar : null;
    const asked = own ? askedWords(own) : "";
    const shown = [...(own ? ownChoice(state) : []), ...(phase === "fighting" ? avatarsOf(state) : [])];
    const link = part(this.root, "avatar-link");
    link.hidden = !asked;
    link.dataset.chosen = own?.chosen ? "yes" : "";
    text(this.root, "avatar-words", asked);
    text(this.root, "avatar-until", own ? untilWords(own, state.event.practice) : "");
    this.#cards(shown);
    this.root.hidden = !asked && !shown.length;
  }

  #cards(fighters) {
    const shown = fighters.map((each) => ({ ...each, numbers: this.numbersOf(each, Number(this.root.dataset.hand)) }));
    const key = JSON.stringify(shown.map(({ fighter, avatar, numbers }) => [fighter, avatar.number, numbers]));
    const list = part(this.root, "avatar-cards");
    list.hidden = !shown.length;
    if (key === this.key) return;
    this.key = key;
    list.replaceChildren(...shown.map((each) => this.#card(each)));
  }

  #card({ name, avatar, numbers }) {
    const who = element("span", "avatar-strip__who", name);
    who.dir = "auto";
    const words = element("span", "avatar-strip__words", who, element("b", "avatar-strip__name", avatar.name));
    const figures = numbers.map(([label, number]) =>
      element("span", "avatar-strip__number", element("span", "avatar-strip__label", label), " ", element("b", "number", number)),
    );
    const button = element("button", "avatar-strip__card", glyph("i-enlarge"), words, element("span", "avatar-strip__numbers", ...figures));
    button.type = "button";
    button.title = avatar.text ?? "";
    button.addEventListener("click", () => readCard(avatar));
    return element("li", "", button);
  }
}
