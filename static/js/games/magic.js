// The face of Magic (js/lib/game.js says what a face has).

import { icon, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { rarityWords, wear } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { coin, signed, typeOf } from "./magic-signs.js";
import { PICK } from "./pick.js";

const SYMBOL = /\{([^{}]*)\}/;
const NAMES = {
  W: gettext("white"),
  U: gettext("blue"),
  B: gettext("black"),
  R: gettext("red"),
  G: gettext("green"),
  C: gettext("colourless"),
  S: gettext("snow"),
  P: gettext("2 life"),
  T: gettext("tap"),
  X: gettext("X"),
  Y: gettext("Y"),
  Z: gettext("Z"),
};

const isNumber = (symbol) => /^\d+$/.test(symbol);

export const symbolsOf = (cost) => cost.split(SYMBOL).filter((_, place) => place % 2);

const symbolWords = (symbol) => {
  if (isNumber(symbol)) return interpolate(ngettext("%(count)s generic", "%(count)s generic", Number(symbol)), { count: symbol });
  return symbol
    .split("/")
    .map((each) => (isNumber(each) ? symbolWords(each) : (NAMES[each] ?? each)))
    .join(gettext(" or "));
};

// "2 generic, 1 white or blue"
export const costWords = (cost) => {
  const counts = new Map();
  for (const symbol of symbolsOf(cost)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts].map(([symbol, count]) => counted(symbol, count)).join(", ");
};

const counted = (symbol, count) => {
  const words = symbolWords(symbol);
  if ("XYZ".includes(symbol) || isNumber(symbol[0])) return Array(count).fill(words).join(", "); // alone, or begin with a number
  return interpolate(gettext("%(count)s %(colour)s"), { count, colour: words });
};

const coins = (cost) => symbolsOf(cost).map(coin);

// A text with its symbols drawn, and read out as words.
const written = (words) =>
  words.split(SYMBOL).flatMap((piece, place) => (place % 2 ? [coin(piece), element("span", "only-read", symbolWords(piece))] : [piece]));

const printedTypes = ({ type_line: line }) => line.replace(" - ", " – ");

export const figureOf = ({ power, toughness, loyalty, defense }) =>
  power || toughness ? `${power}/${toughness}` : (loyalty || defense || "");

export const figureWords = (card) => {
  if (card.power || card.toughness) return interpolate(gettext("power %(power)s, toughness %(toughness)s"), card);
  if (card.loyalty) return interpolate(gettext("loyalty %(loyalty)s"), card);
  if (card.defense) return interpolate(gettext("defense %(defense)s"), card);
  if (!isAvatar(card)) return "";
  return interpolate(gettext("hand %(hand)s, life %(life)s"), { hand: signed(card.hand_modifier), life: signed(card.life_modifier) });
};

export const isAvatar = ({ hand_modifier: hand }) => typeof hand === "number";

const fill = (node, card) => {
  const cost = card.mana_cost ?? "";
  node.dataset.type = typeOf(card);
  node.dataset.colors = card.colors ?? "";
  icon(part(node, "emblem"), `magic-${typeOf(card)}`);
  part(node, "cost").replaceChildren(...coins(cost));
  text(node, "types", printedTypes(card));
  part(node, "figure").hidden = !figureOf(card);
  text(node, "figure", figureOf(card));
  for (const [name, modifier] of [["hand-modifier", card.hand_modifier], ["life-modifier", card.life_modifier]]) {
    part(node, name).hidden = !isAvatar(card);
    text(node, `${name}-words`, isAvatar(card) ? signed(modifier) : "");
  }
};

const avatarWords = ({ hand_modifier: hand, life_modifier: life }) =>
  interpolate(gettext("Hand %(hand)s, life %(life)s"), { hand: signed(hand), life: signed(life) });

const line = (card) => ({ cost: coins(card.mana_cost ?? ""), kind: printedTypes(card), figure: figureOf(card) });

const heard = (card) => [costWords(card.mana_cost ?? ""), printedTypes(card), figureWords(card), rarityWords(card)];

const valueName = (value) => interpolate(gettext("Mana value %(value)s"), { value });

const tallies = {
  curve: { kind: "columns", title: valueName },
};

const HEADS = [
  ["W", gettext("White")],
  ["U", gettext("Blue")],
  ["B", gettext("Black")],
  ["R", gettext("Red")],
  ["G", gettext("Green")],
  ["more", gettext("Multicoloured")],
  ["C", gettext("Colourless")],
  ["land", gettext("Lands")],
];

const headOf = (card) => {
  if (typeOf(card) === "land") return "land";
  const colours = card.colors ?? "";
  return colours.length > 1 ? "more" : colours || "C";
};

const byValue = (one, other) => one.mana_value - other.mana_value || one.name.localeCompare(other.name);

// In the review: by colour, and within it by mana value. A card of several colours is only in the group of these.
export const byColour = (pile) =>
  HEADS.map(([head, name]) => ({ head, name, cards: pile.filter((card) => headOf(card) === head).sort(byValue) })).filter(({ cards }) => cards.length);

const signOf = (head) => (head.length === 1 ? coin(head) : null);

const piles = (pile) => byColour(pile).map(({ head, ...group }) => ({ ...group, sign: signOf(head) }));

// Small tiles: how many cards each group has.
const tiles = (summary, pile) => piles(pile).map(({ name, cards, sign }) => ({ sign: sign ?? name, count: cards.length, words: sign ? name : "" }));

const whole = ({ count }) =>
  interpolate(
    ngettext(
      "%(count)s card. Build a deck of 40 with some of them, and basic lands.",
      "%(count)s cards. Build a deck of 40 with some of them, and basic lands.",
      count,
    ),
    { count },
  );

wear({
  ...PICK,
  fill,
  heard,
  line,
  written,
  tallies,
  tiles,
  piles,
  whole,
  over: gettext("Build a deck of 40: of what you chose, and basic lands."),
  avatar: avatarWords,
  avatars: () => import("./magic-avatars.js"),
  building: () => import("./magic-building.js"),
});
