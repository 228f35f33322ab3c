// A mark of a seat, as phone and TV show it: an icon and a word, from what the server says (draft/seats.js).

import { icon, part, text } from "../lib/dom.js";

// A mark, or nothing where there is none or it has no word (the fighter is simply here).
export const drawMark = (node, mark) => {
  node.hidden = !mark?.word;
  text(node, "word", mark?.word);
  if (node.hidden) return;
  node.dataset.mark = mark.name;
  icon(node, mark.icon);
};
