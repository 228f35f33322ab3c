// The face of the plain game (js/lib/game.js says what a face has).

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { rarityWords, wear } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { PICK } from "./pick.js";

const fill = (node, card) => {
  text(node, "cost", card.cost);
  part(node, "cost").hidden = !card.cost;
  text(node, "kind", card.kind);
};

const heard = (card) => [card.cost, card.kind, rarityWords(card)];

// Small tiles: the types of the cards, each with how many there are.
const tiles = ({ tallies }) =>
  tallies.find(({ tally }) => tally === "kinds").counts.map(([kind, count]) => ({ sign: element("span", "", kind), count, words: "" }));

wear({
  ...PICK,
  fill,
  heard,
  tallies: { curve: { kind: "columns", title: (cost) => interpolate(gettext("Cost %(cost)s"), { cost }) } },
  tiles,
  whole: ({ count }) => interpolate(ngettext("%(count)s card to build your deck of.", "%(count)s cards to build your deck of.", count), { count }),
  over: gettext("Build your deck of what you chose."),
});
