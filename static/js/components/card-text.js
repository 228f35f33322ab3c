// The text of a card, as the server reads it: in pieces, marked where they are not read as printed.

import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";

export const drawText = (node, { text, text_read: pieces }) =>
  node.replaceChildren(
    ...(pieces ?? [[text ?? "", null]]).flatMap(([words, printed]) => (printed === null ? write(words) : [mark(words, printed)])),
  );

const write = (words) => game().written?.(words) ?? [words];

const mark = (words, printed) => {
  const node = document.createElement("mark");
  node.className = "as-read";
  node.title = interpolate(gettext("Printed: %(printed)s"), { printed });
  node.textContent = words;
  return node;
};
