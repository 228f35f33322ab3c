// The words about the avatar that a fighter may choose (M27), and whose avatars are shown (M29).

import { gettext } from "../lib/gettext.js";
import { changeUntilTheFights, chooseYours } from "./sentences.js";

// The request to a fighter: unless their avatar is fixed or was drawn.
export const askedWords = ({ chosen, fixed, method }) => {
  if (fixed || method === "dealt") return "";
  return chosen ? gettext("Choose another avatar") : chooseYours;
};

// Until when it can be chosen again. A practice has no fights after the decks.
export const untilWords = ({ chosen, fixed, method, every }, isPractice = false) => {
  if (fixed || !chosen || isPractice) return "";
  if (every === "round") return gettext("Fixed when the last of this fight has chosen. The others do not see it before.");
  return method === "dealt"
    ? gettext("Fixed when the fights begin. The others do not see it before.")
    : changeUntilTheFights;
};

// The card of the own avatar, if one is chosen.
export const chosenAvatar = ({ you }) => {
  const { chosen, offered = [], card } = you?.avatar ?? {};
  return [...offered, card].find((each) => each && each.number === chosen);
};

// The own avatar before it is fixed.
export const ownChoice = (state) => {
  const avatar = state.you?.avatar?.fixed ? null : chosenAvatar(state);
  return avatar ? [{ fighter: 0, name: gettext("Your avatar"), avatar }] : [];
};

// The fighters of a fight with their fixed avatars, in the order of the board: the reader's side last.
export const avatarsOf = ({ fight, table, you }) => {
  const me = table.seats.find(({ seat }) => seat === you?.seat)?.fighter;
  const isMine = ({ fighters }) => fighters.some(({ fighter }) => fighter === me);
  const sides = [...(fight?.sides ?? [])].sort((one, other) => isMine(one) - isMine(other));
  return sides.flatMap(({ fighters }) => fighters).filter(({ avatar }) => avatar);
};
