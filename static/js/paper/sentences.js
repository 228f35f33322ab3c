// Sentences of drafts with real packs that pages without scripts or other pages show, too (`{% sentence "paper.…" %}`): one to a line.

import { gettext } from "../lib/gettext.js";

export const openFirstPack = gettext("Open your first pack when the organizer says so.");
export const lookAtOwnCards = gettext("Look at your own cards.");
export const passLeftTo = gettext("Then pass left, to %(name)s.");
export const passRightTo = gettext("Then pass right, to %(name)s.");
export const lookAtPile = gettext("Look at the pile");
