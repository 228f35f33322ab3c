// The part of building a deck that only Magic has (lib/game.js: `building`). It is loaded with the deck builder.

import { glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { coin, typeOf } from "./magic-signs.js";

const HIGHEST = 7;

const COLOURS = [
  ["W", gettext("White")],
  ["U", gettext("Blue")],
  ["B", gettext("Black")],
  ["R", gettext("Red")],
  ["G", gettext("Green")],
  ["C", gettext("Colourless")],
].map(([key, words]) => ({ key, words, sign: () => coin(key) }));

const TYPES = [
  ["creature", gettext("Creatures")],
  ["planeswalker", gettext("Planeswalkers")],
  ["battle", gettext("Battles")],
  ["instant", gettext("Instants")],
  ["sorcery", gettext("Sorceries")],
  ["artifact", gettext("Artifacts")],
  ["enchantment", gettext("Enchantments")],
  ["conspiracy", gettext("Conspiracies")],
  ["other", gettext("Others")],
  ["land", gettext("Lands")],
].map(([key, words]) => ({ key, words, sign: () => glyph(`magic-${key}`) }));

const RARITIES = [
  ["M", gettext("Mythic rares")],
  ["R", gettext("Rares")],
  ["U", gettext("Uncommons")],
  ["C", gettext("Commons")],
  ["S", gettext("Specials")],
  ["L", gettext("Basic lands")],
  ["", gettext("No rarity")],
].map(([key, words]) => ({ key, words }));

const VALUES = Array.from({ length: HIGHEST + 1 }, (_, value) => {
  const sign = value === HIGHEST ? `${value}+` : String(value);
  return { key: sign, words: interpolate(gettext("Mana value %(value)s"), { value: sign }), sign: () => coin(sign), isSign: true };
});

const LANDS = { ...TYPES.at(-1), key: "land" };

const coloursOf = ({ colors }) => (colors ? [...colors] : ["C"]);

const isLand = (card) => typeOf(card) === "land";

const valueOf = (card) => (isLand(card) ? LANDS.key : VALUES[Math.min(HIGHEST, card.mana_value ?? 0)].key);

const rarityOf = ({ rarity }) => (RARITIES.some(({ key }) => key === rarity) ? rarity : "");

const headOf = (card) => (isLand(card) ? LANDS.key : coloursOf(card).length > 1 ? "more" : coloursOf(card)[0]);

// By what cards are grouped: { key, words, groups in their order, of(card): the key of its group }.
export const sorts = [
  { key: "value", words: gettext("Value"), groups: [...VALUES, LANDS], of: valueOf },
  {
    key: "colour",
    words: gettext("Colour"),
    groups: [...COLOURS.slice(0, -1), { key: "more", words: gettext("Multicoloured") }, COLOURS.at(-1), LANDS],
    of: headOf,
  },
  { key: "kind", words: gettext("Type"), groups: TYPES, of: typeOf },
  { key: "rarity", words: gettext("Rarity"), groups: RARITIES, of: rarityOf },
];

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

const colourOrder = (card) => coloursOf(card).length * 10 + COLOURS.findIndex(({ key }) => key === coloursOf(card)[0]);

// Within a group: by value, colour and name.
export const inOrder = (one, other) =>
  compare(Number(isLand(one)), Number(isLand(other))) ||
  compare(one.mana_value ?? 0, other.mana_value ?? 0) ||
  compare(colourOrder(one), colourOrder(other)) ||
  one.name.localeCompare(other.name);

// By what the pool is filtered: any of the chosen ones of a kind will do.
export const filters = [
  { key: "colours", words: gettext("Colours"), options: COLOURS, of: coloursOf },
  { key: "kinds", words: gettext("Types"), options: TYPES, of: (card) => [typeOf(card)] },
  { key: "values", words: gettext("Values"), options: VALUES, of: (card) => [valueOf(card)] },
];

export const heard = (card) => [card.name, card.type_line, card.text].join(" ").toLowerCase();

// Where a card goes when it is taken into the deck (M18): a conspiracy to the command zone.
export const placeFor = (card) => (typeOf(card) === "conspiracy" ? "command" : "main");

// Always in sight of a deck (M19): { curve, colours, kinds }, each a list of { key, words, count, sign }.
export const talliesOf = (cards, basics) => {
  const spells = cards.filter((card) => !isLand(card));
  const counted = (options, keysOf, list) =>
    options.map((option) => ({ ...option, count: list.filter((card) => keysOf(card).includes(option.key)).length }));
  const creatures = spells.filter((card) => typeOf(card) === "creature").length;
  return {
    curve: counted(VALUES, (card) => [valueOf(card)], spells),
    colours: counted(COLOURS, coloursOf, spells).filter(({ count }) => count),
    kinds: [
      { ...TYPES[0], count: creatures },
      { ...TYPES[4], words: gettext("Other spells"), count: spells.length - creatures },
      { ...LANDS, count: cards.length - spells.length + basics },
    ],
  };
};

// The basic lands, which are free, each with its colour.
export const basics = [
  ["Plains", "W"],
  ["Island", "U"],
  ["Swamp", "B"],
  ["Mountain", "R"],
  ["Forest", "G"],
].map(([name, colour]) => ({ name, sign: () => coin(colour) }));

// A basic land as a card, for a sample hand.
export const basicCard = (name) => ({
  id: null, name, number: "", rarity: "", text: "", type_line: `Basic Land - ${name}`, mana_cost: "", colors: "", kin: "land", mana_value: 0,
});

export const words = {
  basics: gettext("Basic lands"),
  suggest: gettext("Suggest lands"),
};
