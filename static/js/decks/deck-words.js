// The words above a deck that has been built: its cards as its fighter registered them, or what the server made of it.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";

const registeredWords = ({ count }) =>
  interpolate(ngettext("%(count)s card, as you registered it.", "%(count)s cards, as you registered them.", count), { count });

// Whether the server registered it in its fighter's place.
export const isMadeUp = (deck) => Boolean(deck?.registered?.auto);

// `deck` as the protocol sends it.
export const builtWords = (deck) => {
  if (!isMadeUp(deck)) return registeredWords(deck);
  if (deck.list) return gettext("You had not registered a list in time. It was locked as it was.");
  if (!deck.main.length) return gettext("You had chosen no card when deck building ended, so your deck is only lands.");
  return gettext("You had not registered a deck when deck building ended. It was filled with lands and registered for you.");
};
