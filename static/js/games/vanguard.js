// The face of Vanguard (js/lib/game.js says what a face has).

import { icon, part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { rarityWords, wear } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";

const TRIGGERS = {
  critical: gettext("critical trigger"),
  draw: gettext("draw trigger"),
  stand: gettext("stand trigger"),
  heal: gettext("heal trigger"),
  front: gettext("front trigger"),
  over: gettext("over trigger"),
  unknown: gettext("trigger unit"),
};

const clanOf = (card) => card.clan || card.nation || "";

const gradeName = (grade) => (/^\d+$/.test(grade) ? interpolate(gettext("Grade %(grade)s"), { grade }) : gettext("No grade"));

const fill = (node, card) => {
  node.dataset.type = card.card_type;
  node.dataset.trigger = card.trigger ?? "";
  text(node, "grade", card.grade);
  part(node, "trigger-box").hidden = !card.trigger;
  icon(part(node, "trigger"), `trigger-${card.trigger ?? "unknown"}`);
  text(node, "clan", clanOf(card));
  text(node, "power", card.power);
  text(node, "shield", card.shield);
  for (const box of ["grade-box", "power", "shield-box"]) part(node, box).hidden = !isKnown(card[box.split("-")[0]]);
};

const isKnown = (fact) => (fact ?? null) !== null;

const heard = (card) => [
  clanOf(card),
  isKnown(card.power) && interpolate(gettext("power %(power)s"), card),
  isKnown(card.shield) && interpolate(gettext("shield %(shield)s"), card),
  rarityWords(card),
  isKnown(card.grade) && interpolate(gettext("grade %(grade)s"), card),
  TRIGGERS[card.trigger],
];

const line = (card) => ({
  kind: [isKnown(card.grade) && gradeName(card.grade), clanOf(card), TRIGGERS[card.trigger]].filter(Boolean).join(" · "),
  figure: card.power ?? "",
});

const tallies = {
  grades: { kind: "columns", sign: (grade) => element("span", "pennant", grade), title: gradeName },
};

const ofGrade = (grade) => interpolate(gettext("of %(grade)s"), { grade: gradeName(grade) });

// Small tiles: "0 ×3", "★ ×2", "G units ×1".
const tiles = ({ grades, triggers, g_units: gUnits }) => [
  ...Object.entries(grades).map(([grade, count]) => ({ sign: element("span", "pennant", grade), count, words: ofGrade(grade) })),
  ...Object.entries(triggers).map(([kind, count]) => ({ sign: glyph(`trigger-${kind}`), count, words: TRIGGERS[kind] })),
  ...(gUnits ? [{ sign: gettext("G units"), count: gUnits, words: "" }] : []),
];

const zonesWords = (count) =>
  ngettext(
    "%(count)s card: %(main)s in the main deck, %(g)s in the G zone.",
    "%(count)s cards: %(main)s in the main deck, %(g)s in the G zone.",
    count,
  );

const wholeWords = (count) =>
  ngettext("%(count)s card, all of them yours to fight with.", "%(count)s cards, all of them yours to fight with.", count);

wear({
  fill,
  heard,
  line,
  isFeatured: (card) => card.card_type === "trigger",
  places: { featured: gettext("Trigger"), plain: gettext("Unit"), any: gettext("Card") },
  more: ({ clan, nation, race, critical }) =>
    [clan && nation, race, critical > 1 && interpolate(gettext("critical %(critical)s"), { critical })].filter(Boolean).join(" · "),
  tallies,
  tiles,
  title: ({ name }, [first]) => (first?.card_type === "g" ? gettext("G units") : name),
  whole: ({ count, main, g_zone: g }) => interpolate(g ? zonesWords(count) : wholeWords(count), { count, main, g }),
  over: gettext("Your deck is all the cards that you chose."),
  where: (table) => interpolate(gettext("Pass %(pass)s of %(passes)s"), table),
  place: gettext("Pack %(round)s, pass %(pass)s"),
  ownPack: (count) =>
    ngettext("Pack %(round)s, pass %(pass)s: %(count)s card.", "Pack %(round)s, pass %(pass)s: %(count)s cards.", count),
  packFrom: (count) =>
    ngettext(
      "Pack %(round)s, pass %(pass)s: %(count)s card from %(name)s.",
      "Pack %(round)s, pass %(pass)s: %(count)s cards from %(name)s.",
      count,
    ),
  handless: { short: gettext("No cards in this pass"), whole: gettext("You hold no cards in this pass.") },
  hurried: (count) => ngettext("You missed %(count)s pass: 5 seconds a pass until you act", "You missed %(count)s passes in a row: 5 seconds a pass until you act", count),
  takenBack: gettext("The organizer undid pack %(round)s, pass %(pass)s. Choose again."),
  replay: {
    next: gettext("next, pass %(pass)s"),
    then: gettext("pass %(pass)s"),
    last: gettext("last card, pass %(pass)s"),
    called: gettext("Legion Rare: one card more"),
  },
  missed: {
    once: gettext("Time ran out in pack %(round)s, pass %(pass)s: the server chose for you."),
    often: gettext("Time ran out in %(count)s passes of pack %(round)s: the server chose for you."),
    inPacks: gettext("Time ran out in %(count)s passes of %(rounds)s packs: the server chose for you."),
    second: gettext("Your choice in pack %(round)s, pass %(pass)s does not count: another one was stored before."),
    late: gettext("Your choice in pack %(round)s, pass %(pass)s does not count: it came after the pass was over."),
  },
  chooseFeatured: (count) =>
    ngettext("Choose the trigger unit and one card.", "Choose the trigger unit and %(count)s other cards.", count),
  call: {
    offer: gettext("You opened a Legion Rare."),
    ask: gettext("Call a judge to verify"),
    open: gettext("A judge is checking your Legion Rare. The clock is stopped."),
    openUntimed: gettext("A judge is checking your Legion Rare. The pass waits."),
    refused: gettext("The judge refused your Legion Rare."),
    verified: gettext("Legion Rare verified. This pack: take the trigger and two other cards."),
    oneMore: gettext("Legion Rare verified. Choose one more card from this pack."),
    isFor: (card) => card.rarity === "LR",
  },
});
