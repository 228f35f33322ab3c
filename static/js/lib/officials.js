// Who decides what fighters do not agree on; a page says with `data-judges` that the event has judges.

import { gettext } from "./gettext.js";

const hasJudges = () => Boolean(globalThis.document?.querySelector("[data-judges]"));

export const disputeWords = () =>
  hasJudges() ? gettext("You two do not agree. The organizer or a judge decides.") : gettext("You two do not agree. The organizer decides.");
