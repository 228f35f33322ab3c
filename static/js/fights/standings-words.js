// The words about standings, on every screen that shows them. A place is one of `standings` as the protocol sends it.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { emperorDroppedOut, noPlaces, placesAppear } from "./sentences.js";

// "2–1–0": won, lost, drawn, in the order of tournaments of card games.
export const recordWords = ({ won, lost, drawn }) => `${won}–${lost}–${drawn}`;

// The same as it is read out.
export const recordSpoken = (place) => interpolate(gettext("%(won)s won, %(lost)s lost, %(drawn)s drawn"), place);

export const pointsWords = (points) => interpolate(ngettext("%(points)s point", "%(points)s points", points), { points });

// A sentence for each thing that was asked to find this place, in the order in which it was asked; none where points are enough.
// `sentences` are the server's, by the name of the tie-break: one that a page does not know yet is left out.
export const tieWords = ({ ties }, sentences) =>
  ties.filter(({ by }) => by in sentences).map(({ by, text }) => interpolate(sentences[by], { value: text }));

export const HOUSE_RULES = gettext(
  "3 points for a win, 1 for a draw. Equal points are separated by house rules, not by official ones.",
);

// Whether a fight is decided: before the first one there are no places. A bye counts as won, and has no loser.
export const hasResults = (standings) => standings.some(({ drawn, lost }) => drawn + lost > 0);

export const rankWords = ({ rank }, standings) => (hasResults(standings) ? String(rank) : "–");

// Why a side is paired no more: its emperor alone may have dropped out (M37). "" while it is.
export const droppedWords = ({ dropped: isOut, fighters }) => {
  if (!isOut) return "";
  return fighters.every(({ dropped }) => dropped) ? gettext("dropped out") : emperorDroppedOut;
};

// Why there are no places yet, or at all; "" where there are.
export const noPlaceWords = (standings, isOver) => {
  if (hasResults(standings)) return "";
  return isOver ? noPlaces : placesAppear;
};

const sharing = (place, standings) => standings.filter(({ rank }) => rank === place.rank).length - 1;

// Whether no round was left when the fights ended. `fought` is that of the protocol.
export const isFoughtOut = (fought) => fought?.over ?? true;

// The words to the only one in the first place.
export const wonWords = (fought) => (fought?.groups > 1 ? gettext("You won your table!") : gettext("You won the night!"));

// The title over the names of the winners, so many.
export const championWords = (count) => (count > 1 ? gettext("Shared first place") : gettext("Champion"));

// How the night ended for one of them, as a sentence to them; "" without places.
export const finalWords = (place, standings, fought) => {
  if (!hasResults(standings)) return "";
  const facts = { rank: place.rank, count: standings.length, others: sharing(place, standings), ...fought };
  if (!isFoughtOut(fought)) return interpolate(unfinishedWords(facts), facts);
  if (facts.others) {
    const words = ngettext(
      "You share place %(rank)s of %(count)s with %(others)s other.",
      "You share place %(rank)s of %(count)s with %(others)s others.",
      facts.others,
    );
    return interpolate(words, facts);
  }
  if (place.rank === 1) return wonWords(fought);
  return interpolate(gettext("You finished in place %(rank)s of %(count)s."), facts);
};

const unfinishedWords = ({ rank, others }) => {
  if (others) {
    return ngettext(
      "You shared place %(rank)s of %(count)s with %(others)s other after round %(rounds)s of %(of)s, when the night ended.",
      "You shared place %(rank)s of %(count)s with %(others)s others after round %(rounds)s of %(of)s, when the night ended.",
      others,
    );
  }
  if (rank === 1) return gettext("You led after round %(rounds)s of %(of)s, when the night ended.");
  return gettext("You were in place %(rank)s of %(count)s after round %(rounds)s of %(of)s, when the night ended.");
};
