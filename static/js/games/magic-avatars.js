// The numbers of an avatar (M28), beside its name: how it changes life, how many cards are drawn, and how many go to the bottom.

import { gettext } from "../lib/gettext.js";
import { signed } from "./magic-signs.js";

const HAND = 7; // without an avatar

// Each with its label. `hand` and `bottom` are those of a fighter of a fight; before one, none has gone to the bottom.
export const numbersOf = ({ avatar, hand = HAND + avatar.hand_modifier, bottom }) => [
  [gettext("Life"), signed(avatar.life_modifier)],
  [gettext("Hand"), String(hand)],
  ...(bottom === undefined ? [] : [[gettext("Bottom"), String(bottom)]]),
];
