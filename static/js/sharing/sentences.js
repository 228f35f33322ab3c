// Sentences of the sharing that pages without scripts show, too (`{% sentence "sharing.…" %}`): one to a line.

import { gettext } from "../lib/gettext.js";

export const youOffer = gettext("You offer %(give)s to %(name)s for %(want)s.");
export const keepsTheirs = gettext("%(name)s would rather keep %(want)s.");
export const youWithdrew = gettext("You withdrew your offer to %(name)s: %(give)s for %(want)s.");
export const offersYou = gettext("%(name)s offers you %(give)s for %(want)s.");
export const youKeepYours = gettext("You keep %(want)s, for which %(name)s offered %(give)s.");
export const withdrew = gettext("%(name)s withdrew the offer of %(give)s for %(want)s.");
export const allShared = gettext("All cards are shared");
