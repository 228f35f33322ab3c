// Avatars on a fighter's page (M27, M29): where to choose one, and those of the fight once they are fixed.

import { part } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { readCard } from "../components/card.js";

const PHASES = ["building", "fighting"];

const fightersIn = (fight) => fight?.sides.flatMap((side) => side.fighters) ?? [];

// What a fighter is asked for: nothing once their avatar is fixed.
export const askedWords = ({ chosen, fixed, method, offered = [], card }) => {
  if (fixed) return "";
  if (!chosen) return gettext("Choose your avatar");
  const { name } = [...offered, card].find((each) => each?.number === chosen);
  return interpolate(method === "dealt" ? gettext("Your avatar: %(name)s") : gettext("Your avatar: %(name)s. Change it"), { name });
};

// The fighters of a fight with their avatars, those that are fixed.
export const avatarsOf = ({ fight }) => fightersIn(fight).filter(({ avatar }) => avatar);

export class AvatarStrip {
  constructor(root) {
    this.root = root;
  }

  draw(state) {
    const own = state.you?.avatar;
    const asked = own && PHASES.includes(state.event.phase) ? askedWords(own) : "";
    const shown = state.event.phase === "fighting" ? avatarsOf(state) : [];
    const link = part(this.root, "avatar-link");
    link.hidden = !asked;
    link.dataset.chosen = own?.chosen ? "yes" : "";
    part(this.root, "avatar-words").textContent = asked;
    this.#cards(shown);
    this.root.hidden = !asked && !shown.length;
  }

  #cards(fighters) {
    const key = fighters.map(({ fighter, avatar }) => `${fighter} ${avatar.number}`).join();
    const list = part(this.root, "avatar-cards");
    list.hidden = !fighters.length;
    if (key === this.key) return;
    this.key = key;
    list.replaceChildren(...fighters.map((each) => this.#card(each)));
  }

  #card({ name, avatar }) {
    const who = element("span", "avatar-strip__who", name);
    who.dir = "auto";
    const button = element("button", "avatar-strip__card", glyph("i-enlarge"), element("span", "avatar-strip__words", who, element("b", "", avatar.name)));
    button.type = "button";
    button.title = avatar.text ?? "";
    button.addEventListener("click", () => readCard(avatar));
    return element("li", "", button);
  }
}
