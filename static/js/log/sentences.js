// Sentences of the log that pages without scripts or other pages show, too (`{% sentence "log.…" %}`): one to a line.

import { gettext } from "../lib/gettext.js";

export const fightsOfRound = gettext("Fights, round %(round)s");
export const swapNumber = gettext("Swap %(number)s");
export const whoHasWhich = gettext("Who has which card");
export const timeRanOut = gettext("time ran out");
export const commentDeleted = gettext("The comment is deleted.");
