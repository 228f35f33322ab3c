// The face of the plain game (js/lib/game.js says what a face has).

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { rarityWords, wear } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";

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
  fill,
  heard,
  isFeatured: () => false,
  places: { featured: gettext("Card"), plain: gettext("Card"), any: gettext("Your pick") },
  more: () => "",
  tallies: { curve: { kind: "columns", title: (cost) => interpolate(gettext("Cost %(cost)s"), { cost }) } },
  tiles,
  whole: ({ count }) => interpolate(ngettext("%(count)s card to build your deck of.", "%(count)s cards to build your deck of.", count), { count }),
  ready: gettext("All cards are drafted"),
  over: gettext("Build your deck of what you chose."),
  where: (table) => interpolate(gettext("Pick %(pass)s/%(passes)s"), table),
  place: gettext("Pack %(round)s, pick %(pass)s"),
  ownPack: (count) =>
    ngettext("Pack %(round)s, pick %(pass)s: %(count)s card.", "Pack %(round)s, pick %(pass)s: %(count)s cards.", count),
  packFrom: (count) =>
    ngettext(
      "Pack %(round)s, pick %(pass)s: %(count)s card from %(name)s.",
      "Pack %(round)s, pick %(pass)s: %(count)s cards from %(name)s.",
      count,
    ),
  handless: { short: gettext("No cards in this pick"), whole: gettext("You hold no cards in this pick.") },
  hurried: (count) =>
    ngettext("You missed %(count)s pick: 5 seconds a pick until you act", "You missed %(count)s picks in a row: 5 seconds a pick until you act", count),
  takenBack: gettext("The organizer undid pack %(round)s, pick %(pass)s. Choose again."),
  replay: {
    next: gettext("next, pick %(pass)s"),
    then: gettext("pick %(pass)s"),
    last: gettext("last card, pick %(pass)s"),
  },
  missed: {
    once: gettext("Time ran out in pack %(round)s, pick %(pass)s: the server chose for you."),
    often: gettext("Time ran out in %(count)s picks of pack %(round)s: the server chose for you."),
    inPacks: gettext("Time ran out in %(count)s picks of %(rounds)s packs: the server chose for you."),
    second: gettext("Your pick %(pass)s of pack %(round)s does not count: another one was stored before."),
    late: gettext("Your pick %(pass)s of pack %(round)s does not count: it came after the pick was over."),
  },
  chooseFeatured: (count) => ngettext("Choose one card.", "Choose %(count)s cards.", count),
  call: null,
});
