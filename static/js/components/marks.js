// Marks of a seat, as phone, TV and panel show them: an icon and a word each, from what the server says (lib/seats.js).

import { icon, part, text } from "../lib/dom.js";
import { presenceOf, turnOf } from "../lib/seats.js";

// A mark, or nothing where there is none or it has no word (the fighter is simply here).
export const drawMark = (node, mark) => {
  node.hidden = !mark?.word;
  text(node, "word", mark?.word);
  if (node.hidden) return;
  node.dataset.mark = mark.name;
  icon(node, mark.icon);
};

// All marks of templates/events/seat_marks.html. `time` is a ServerTime.
export const drawMarks = (node, seat, time) => {
  drawMark(part(node, "presence"), presenceOf(seat, time));
  drawMark(part(node, "turn"), turnOf(seat));
  part(node, "hurry").hidden = !seat.hurried;
};
