// What is said of standings, on every screen that shows them. A place is one of `standings` as the protocol sends it.

import { gettext, interpolate, locale, ngettext } from "./gettext.js";

// "2–0–1": won, drawn, lost.
export const recordWords = ({ won, drawn, lost }) => `${won}–${drawn}–${lost}`;

// The same as it is read out.
export const recordSpoken = (place) => interpolate(gettext("%(won)s won, %(drawn)s drawn, %(lost)s lost"), place);

export const pointsWords = (points) => interpolate(ngettext("%(points)s point", "%(points)s points", points), { points });

const percent = (share) => interpolate(gettext("%(percent)s %"), { percent: Math.round(100 * share) });

const signed = (value) => new Intl.NumberFormat(locale, { signDisplay: "exceptZero" }).format(value);

const TIES = {
  head_to_head: (value) =>
    interpolate(
      ngettext(
        "%(points)s point in the fights against those with as many points.",
        "%(points)s points in the fights against those with as many points.",
        value,
      ),
      { points: value },
    ),
  opponents_win: (value) => interpolate(gettext("Opponents won %(share)s of their points."), { share: percent(value) }),
  opponents_opponents_win: (value) =>
    interpolate(gettext("The opponents of those won %(share)s of theirs."), { share: percent(value) }),
  damage_difference: (value) => interpolate(gettext("Damage dealt less damage taken: %(value)s."), { value: signed(value) }),
  damage_taken: (value) => interpolate(gettext("Damage taken: %(value)s. Less is better."), { value: Math.abs(value) }),
  shared: (value) =>
    interpolate(
      ngettext(
        "Nothing separates them from %(count)s other: they share the place.",
        "Nothing separates them from %(count)s others: they share the place.",
        value - 1,
      ),
      { count: value - 1 },
    ),
};

// A sentence for each thing that was asked to find this place, in the order in which it was asked.
export const tieWords = ({ ties }) => {
  const known = ties.filter(({ by }) => by in TIES); // so that a newer server's word does not break a page
  return known.length ? known.map(({ by, value }) => TIES[by](value)) : [gettext("Points alone decide this place.")];
};

export const HOUSE_RULES = gettext(
  "3 points for a win, 1 for a draw. Equal points are separated by house rules: no official ones have been published.",
);

const sharing = (place, standings) => standings.filter(({ rank }) => rank === place.rank).length - 1;

// How the night ended for one of them, as a sentence to them.
export const finalWords = (place, standings) => {
  const facts = { rank: place.rank, count: standings.length, others: sharing(place, standings) };
  if (facts.others) {
    const words = ngettext(
      "You share place %(rank)s of %(count)s with %(others)s other.",
      "You share place %(rank)s of %(count)s with %(others)s others.",
      facts.others,
    );
    return interpolate(words, facts);
  }
  if (place.rank === 1) return gettext("You have won the evening.");
  return interpolate(gettext("You finished in place %(rank)s of %(count)s."), facts);
};
