// The numbers of an avatar (M28), beside its name: how it changes life, how many cards are drawn, and how many go to the bottom.

import { gettext } from "../lib/gettext.js";
import { signed } from "./magic-signs.js";

// Each with its label. `hand` and `bottom` are those of a fighter of a fight; before one, none has gone to the bottom. `usual`: the hand
// without an avatar.
export const numbersOf = ({ avatar, hand, bottom }, usual) => [
  [gettext("Life"), signed(avatar.life_modifier)],
  [gettext("Hand"), String(hand ?? usual + avatar.hand_modifier)],
  ...(bottom === undefined ? [] : [[gettext("Bottom"), String(bottom)]]),
];
