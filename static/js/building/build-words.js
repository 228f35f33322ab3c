// The words while a deck is built: whether it is stored, what it lacks, and whether it is registered.

import { gettext, interpolate, locale, ngettext } from "../lib/gettext.js";
import { backToTheFight, gameIsOn, pausedWhileBuilding, untilTheOrganizer } from "./sentences.js";

export const clockTime = (moment) => new Date(moment).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

// Until when the deck can be changed. `clock` as the protocol sends it.
export const untilWords = ({ deadline, paused }, isPractice = false) => {
  if (isPractice) return gettext("As long as you like");
  if (paused) return pausedWhileBuilding;
  return endWords(deadline);
};

// Until when decks and lists can be changed, without a deadline as well.
export const endWords = (deadline) =>
  deadline ? interpolate(gettext("Until %(time)s"), { time: clockTime(deadline) }) : untilTheOrganizer;

// Whether the last move is stored. `isStored` and `isLive` are the keeper's.
export const savedWords = ({ isStored, isLive }) => {
  if (isStored) return gettext("Saved");
  return isLive ? gettext("Saving …") : gettext("Kept on this device. It is sent as soon as the connection is back.");
};

const againWords = ({ deadline, paused }, isPractice) => {
  if (isPractice) return gettext("Registered. Draw a sample hand, or change it and register again.");
  if (paused || !deadline) return gettext("Registered. You can still change it and register again until the organizer goes on.");
  return interpolate(gettext("Registered. You can still change it and register again until %(time)s."), { time: clockTime(deadline) });
};

const changedWords = ({ count }) =>
  interpolate(
    ngettext(
      "The deck that you registered has %(count)s card. Your changes since are not registered.",
      "The deck that you registered has %(count)s cards. Your changes since are not registered.",
      count,
    ),
    { count },
  );

// The state of the registration: { words, tone, button, isOff }. `deck` as the server has it; `isStored`, `isLive`, `isAsked` (a
// registration is on its way), `clock`, `isPractice`.
export const registrationOf = (deck, { isStored, isLive, isAsked, clock, isPractice = false }) => {
  const { registered, locked, faults } = deck;
  if (locked) return { words: lockedWords(deck), tone: isEmpty(deck) ? "gold" : "done", button: gettext("Registered"), isOff: true };
  if (isAsked) return { words: savedWords({ isStored: false, isLive }), tone: "quiet", button: gettext("Registering …"), isOff: true };
  const button = registered ? gettext("Register again") : gettext("Register");
  if (!isStored) return { words: savedWords({ isStored, isLive }), tone: isLive ? "quiet" : "gold", button, isOff: true };
  if (registered?.same) return { words: againWords(clock, isPractice), tone: "done", button: gettext("Registered"), isOff: true };
  if (faults.length) return { words: faultWords(deck), tone: registered ? "gold" : toneOf(faults), button, isOff: true };
  if (registered) return { words: changedWords(registered), tone: "gold", button, isOff: !isLive };
  return { words: gettext("Saved. This deck can be registered."), tone: "quiet", button, isOff: !isLive };
};

// The faults of a deck, and that an earlier one is still registered.
const faultWords = ({ registered, faults }) =>
  [...faults.map(({ message }) => message), ...(registered ? [gettext("The deck that you registered still counts.")] : [])].join(" ");

// A deck that is still too small is no mistake: it is being built.
const toneOf = (faults) => (faults.every(({ code }) => code === "deck_too_small") ? "quiet" : "bad");

const isEmpty = ({ registered, main }) => Boolean(registered?.auto) && main?.length === 0;

const lockedWords = ({ registered, main }) => {
  if (isEmpty({ registered, main })) return gettext("Decks are locked, and you chose no card: yours is only lands. Between two games you can bring in cards of your pool.");
  if (registered?.auto) return gettext("Decks are locked: yours was registered for you, with lands where cards were missing.");
  return gettext("Your registered deck is locked. You play with it.");
};

// Of a deck or a list that is stored between two games.
export const NEXT_GAME = gettext("You play the next game with this deck.");

// The words about the deck of a match in the place of a registration: { words, tone, button, isOff }. `isShort`: it lacks cards.
export const matchOf = ({ isLocked, isShort, isStored, isLive }, { size, least }) => {
  const button = backToTheFight;
  const facts = { count: size, least };
  if (isLocked) return { words: gameIsOn, tone: "quiet", button, isOff: false };
  if (isShort) return { words: interpolate(gettext("%(count)s of %(least)s cards. It is saved once it has enough."), facts), tone: "gold", button, isOff: true };
  if (!isStored) return { words: savedWords({ isStored, isLive }), tone: isLive ? "quiet" : "gold", button, isOff: false };
  return { words: NEXT_GAME, tone: "done", button, isOff: false };
};

const CHANGED = gettext("Another device of yours changed the deck. Your moves were made again.");

// Why a request was refused, "" if the server says it better.
const REFUSED = {
  deck: {
    stale: CHANGED,
    deck_locked: gettext("The time to build is over. That move was not stored."),
  },
  match: {
    stale: CHANGED,
    deck_locked: gettext("The game is on. That move was not stored."),
  },
  register: { stale: gettext("Another device of yours changed the deck. Look at it, and register again.") },
};

export const refusalOf = (type, code, message) => REFUSED[type]?.[code] ?? message;

const MOVED = {
  main: (count) => ngettext("%(name)s is in your deck: %(count)s card.", "%(name)s is in your deck: %(count)s cards.", count),
  pool: (count) => ngettext("%(name)s is out of your deck: %(count)s card.", "%(name)s is out of your deck: %(count)s cards.", count),
  command: () => gettext("%(name)s is in the command zone."),
};

export const movedWords = (name, to, count) => interpolate(MOVED[to](count), { name, count });

export const undoneWords = (count) =>
  interpolate(ngettext("Undone: %(count)s card in your deck.", "Undone: %(count)s cards in your deck.", count), { count });

export const redoneWords = (count) =>
  interpolate(ngettext("Done again: %(count)s card in your deck.", "Done again: %(count)s cards in your deck.", count), { count });
