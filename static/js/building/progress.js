// How far the fighters of a table are with their decks, as everybody sees it: no card, and no count of cards (M20).

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { names } from "../lib/words.js";
import { buildingGoesOn, listsStayOpen, noDeckYet } from "./sentences.js";

const MARKS = {
  none: { name: "getting_ready", icon: "i-minus", word: gettext("not started"), isDone: false },
  building: { name: "choosing", icon: "i-cards", word: gettext("building"), isDone: false },
  registered: { name: "ready", icon: "i-check", word: gettext("registered"), isDone: true },
};

const GONE = { name: "bot", icon: "i-minus", word: gettext("dropped out"), isDone: false };

// Whether decks are built at this table now.
export const isBuilt = ({ event, table }) => event.phase === "building" && !event.stopped && table.seats.some(({ deck }) => deck);

// As `Building.counted` of the server has it: a bot that chose for a fighter builds no deck for them.
const isCounted = ({ gone, deck }) => !gone || deck === "registered";

export const deckMark = (seat) => (isCounted(seat) ? (MARKS[seat.deck] ?? MARKS.none) : GONE);

// Those whose decks are waited for, or registered.
const builders = (seats) => seats.filter(isCounted);

const missing = (seats) => builders(seats).filter(({ deck }) => deck !== "registered");

export const areAllRegistered = ({ seats }) => !missing(seats).length;

// "5 of 8 registered"
export const registeredCount = ({ seats }) =>
  interpolate(gettext("%(count)s of %(of)s registered"), { count: builders(seats).length - missing(seats).length, of: builders(seats).length });

// Whether decks are brought along, and lists of them handed in.
export const areListed = ({ format = "" }) => format.endsWith("-own");

export const buildTitle = ({ event, table }) => {
  const [all, title] = areListed(event) ? [gettext("All lists are registered"), gettext("Hand in your list")] : [gettext("All decks are registered"), gettext("Building decks")];
  return areAllRegistered(table) ? all : title;
};

const BUILT = {
  awaited: noDeckYet,
  all: gettext("Everyone has registered a deck."),
  paused: buildingGoesOn,
  untimed: gettext("Decks are locked when the organizer goes on."),
  locked: gettext("Decks are locked."),
  atZero: gettext("At zero each deck without a registration is filled with lands and registered."),
};

const LISTED = {
  awaited: (count) => ngettext("%(names)s has not registered a list yet.", "%(names)s have not registered a list yet.", count),
  all: gettext("Everyone has registered a list."),
  paused: listsStayOpen,
  untimed: gettext("Lists are locked when the organizer goes on."),
  locked: gettext("Lists are locked."),
  atZero: gettext("At zero all lists are locked as they are."),
};

// Two sentences for the big screen. `time` is a ServerTime.
export const buildWords = ({ event, table, clock }, time = null) => {
  const open = missing(table.seats).map(({ name }) => name);
  const said = areListed(event) ? LISTED : BUILT;
  const words = open.length ? interpolate(said.awaited(open.length), { names: names(open, 4) }) : said.all;
  if (clock?.paused) return [words, said.paused];
  if (!clock?.deadline) return [words, said.untimed];
  const isOver = time?.since(clock.deadline) > 0;
  return [isOver ? said.locked : words, open.length && !isOver ? said.atZero : gettext("The organizer goes on.")];
};
