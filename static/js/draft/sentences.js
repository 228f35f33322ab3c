// Sentences of the draft, and words for the state of a seat, that other pages show, too (`{% sentence "draft.…" %}`): one to a line.

import { gettext, ngettext } from "../lib/gettext.js";

export const twoOrMore = gettext("It takes two people or more.");
export const seatsDrawn = gettext("Seats are drawn at random at the start.");
export const allPacksOpen = gettext("All packs are open.");
export const iHavePlaced = (count) => ngettext("I have placed the card", "I have placed the cards", count);
export const placedFaceDown = gettext("Placed face down");
export const judgeCalled = gettext("A judge has been called.");
export const allCardsChosen = gettext("All cards are chosen");
export const leadAfterRound = gettext("In the lead after round %(rounds)s of %(of)s");
export const eventOver = gettext("The event is over.");
export const overTitle = gettext("The event is over");
export const eventStopped = gettext("The event was stopped");
export const offTheList = gettext("The organizer took you off the list. Ask them, or join again.");
export const removed = gettext("The organizer removed you. If that was a mistake, ask them for a link to your seat.");

export const choosing = gettext("choosing");
export const done = gettext("done");
export const doneByTime = gettext("done by time");
export const bot = gettext("bot");
export const noCards = gettext("no cards");
export const looking = gettext("looking");
export const seen = gettext("seen");
export const ready = gettext("ready");
export const gettingReady = gettext("getting ready");
export const away = gettext("away");
export const awayFor = gettext("away for %(time)s");
