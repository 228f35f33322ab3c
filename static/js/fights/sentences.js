// Sentences of fights that pages without scripts, the organizer or the log show, too (`{% sentence "fights.…" %}`): one to a line.

import { gettext, ngettext } from "../lib/gettext.js";

export const noFight = gettext("You have no fight in this round");
export const noOpponentLeft = gettext("No opponent was left for you in this round. It counts as a win.");
export const droppedOut = gettext("You have dropped out.");
export const fightsNoMore = gettext("You keep your points and fight no more. A mistake? The organizer can take you in again.");
export const emperorGone = gettext("Your emperor has dropped out.");
export const teamFightsNoMore = gettext("Your team keeps its points and fights no more. A mistake? The organizer can take your emperor in again.");
export const emperorDroppedOut = gettext("emperor dropped out");
export const roundPaused = gettext("The round is paused.");
export const playOrDraw = gettext("Play or draw is up to %(name)s");
export const choosesFirst = gettext("Choosing who goes first is up to %(name)s.");
export const youChooseFirst = gettext("You choose who goes first.");
export const youChoose = gettext("You choose: play or draw");
export const yourTeamChooses = gettext("Your team chooses: play or draw");
export const iGoFirst = gettext("I go first");
export const iPlayFirst = gettext("I play first");
export const iDraw = gettext("I draw");
export const wePlayFirst = gettext("We play first");
export const weDraw = gettext("We draw");
export const ownDiceI = gettext("Our own dice: I choose");
export const ownDiceWe = gettext("Our own dice: we choose");
export const ownDice = (count) => ngettext("Our own dice: %(name)s chooses", "Our own dice: %(name)s choose", count);
export const goesFirst = gettext("%(name)s goes first");
export const controlledBy = gettext("Controlled by %(name)s.");
export const extraTurn = gettext("Extra turn for %(name)s");
export const thenExtraTurns = gettext("then extra turns: %(names)s");
export const outOfTheGame = gettext("out of the game");
export const isOutOfTheGame = gettext("%(name)s is out of the game");
export const othersPlayOn = gettext("The others play on. You can count for them.");
export const defeated = gettext("%(counter)s: defeated");
export const iLost = gettext("I lost this game");
export const iAmOut = gettext("I am out");
export const weLost = gettext("We lost this game");
// True with or without judges: the official who comes first decides.
export const resultsDiffer = gettext("The results don’t match. The organizer has been called.");
export const accordingTo = gettext("According to %(name)s: %(result)s.");
export const organizerDecided = gettext("The organizer decided it.");
export const judgeDecided = gettext("A judge decided it.");
export const waitsForOne = gettext("waits for one of the others");
export const waitsForOther = gettext("waits for the other side");
export const placesAppear = gettext("Places appear once a fight is decided.");
export const noPlaces = gettext("No fight was decided, so nobody has a place.");
export const pointsAlone = gettext("Points alone decide this place.");
export const nameYourCommander = gettext("Name your commander");
export const notNamedYet = gettext("not named yet");
