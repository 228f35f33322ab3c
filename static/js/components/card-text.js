// What a card does, as the server reads it: in pieces, those that are read otherwise than printed marked (R18).

import { gettext, interpolate } from "../lib/gettext.js";

export const drawText = (node, { text, text_read: pieces }) =>
  node.replaceChildren(...(pieces ?? [[text ?? "", null]]).map(([words, printed]) => (printed === null ? words : mark(words, printed))));

const mark = (words, printed) => {
  const node = document.createElement("mark");
  node.className = "as-read";
  node.title = interpolate(gettext("Printed: %(printed)s"), { printed });
  node.textContent = words;
  return node;
};
