// Sentences of decks and lists that pages without scripts and the organizer read, too (`{% sentence "building.…" %}`): one to a line.

import { gettext, ngettext } from "../lib/gettext.js";

export const buildYourDeck = gettext("Build your deck");
export const changeForThisMatch = gettext("Change the deck for this match");
export const deckForThisMatch = gettext("For this match alone. Afterwards your registered deck is back.");
export const listForThisMatch = gettext("For this match alone. Afterwards your registered list is back.");
export const gameIsOn = gettext("The game is on: change it between two games.");
export const backToTheFight = gettext("Back to the fight");
export const untilTheOrganizer = gettext("Until the organizer goes on");
export const pausedWhileBuilding = gettext("The clock is stopped. You can go on building.");
export const pausedWithList = gettext("The clock is stopped. You can go on.");
export const noDeckYet = (count) => ngettext("%(names)s has not registered a deck yet.", "%(names)s have not registered a deck yet.", count);
export const buildingGoesOn = gettext("The clock is stopped. Building goes on.");
export const listsStayOpen = gettext("The clock is stopped. Lists can still be handed in.");
export const anotherList = gettext("Another list of yours is registered. Register this one to play it.");
