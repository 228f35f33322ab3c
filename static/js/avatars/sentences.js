// Sentences of avatars and planar decks that pages without scripts show, too (`{% sentence "avatars.…" %}`): one to a line.

import { gettext } from "../lib/gettext.js";

export const chooseYours = gettext("Choose your avatar");
export const changeUntilTheFights = gettext("You may change it until the fights begin. The others do not see it before.");
