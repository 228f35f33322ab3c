// One place at a table, on a phone: who sits there, what they do, whether they are there.

import { drawName, icon, part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { presenceOf, seatWords, turnOf } from "./seats.js";
import { isolate } from "../lib/words.js";

// `node`: a clone of templates/draft/play/seat.html. Absences are not counted here: what is drawn once would soon be untrue.
export const drawSeat = (node, seat, isOwn) => {
  const turn = turnOf(seat);
  const presence = presenceOf(seat);
  const words = seatWords(seat, null, isOwn);
  node.dataset.turn = turn.name;
  node.dataset.presence = presence.name;
  node.classList.toggle("is-you", isOwn);
  icon(part(node, "state"), turn.icon);
  part(node, "presence").toggleAttribute("hidden", !presence.icon);
  icon(part(node, "presence"), presence.icon ?? "i-away");
  drawName(part(node, "name"), isOwn ? gettext("You") : seat.name);
  text(node, "doing", words);
  node.title = interpolate(gettext("%(name)s %(words)s"), { name: isOwn ? gettext("You") : isolate(seat.name), words });
};
