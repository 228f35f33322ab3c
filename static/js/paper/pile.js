// After a draft with real packs: how far the own pile is entered, and the way to its pad (js/pages/pile.js).

import { part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { pilesOf, pilesWords } from "./piles.js";
import { lookAtPile } from "./sentences.js";

const SAID = {
  open: {
    title: gettext("Enter your pile"),
    words: gettext("From bottom to top, by the digits of the card numbers. Once all piles are there, you see your deck."),
  },
  doubted: {
    title: gettext("Something does not fit"),
    words: gettext("Your pile is complete, but it does not fit the others. Look at it once more, or ask the organizer."),
    link: lookAtPile,
  },
  checked: {
    title: gettext("Your pile is checked"),
    words: gettext("You see your deck here once the piles of all others are entered."),
    link: gettext("Correct it"),
  },
};

export class PileScene {
  constructor(root) {
    this.root = root;
  }

  draw(now) {
    const { you } = now;
    const { entered, expected, state } = you.pile_entry;
    const { title, words, link } = SAID[state];
    const count = entered.length;
    text(this.root, "pile-title", title);
    text(this.root, "pile-words", words);
    part(this.root, "pile-others").hidden = state === "open";
    text(this.root, "pile-others", state === "open" ? "" : pilesWords(pilesOf(now)));
    const progress = part(this.root, "pile-progress");
    [progress.max, progress.value] = [expected, count];
    const way = link ?? (count ? interpolate(gettext("Go on: %(count)s of %(expected)s"), { count, expected }) : gettext("Open the number pad"));
    text(this.root, "pile-link", way);
    part(this.root, "pile-link").classList.toggle("button--primary", state !== "checked");
    part(this.root, "pile-link").classList.toggle("button--line", state === "checked");
    document.title = `${title} · Pass Left`;
  }
}
