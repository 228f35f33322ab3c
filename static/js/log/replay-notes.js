// The acts at the table while a pass was played, with their actors, and what was taken back.

import { element, glyph } from "../lib/elements.js";
import { text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { localTime } from "../lib/local-time.js";
import { isolate } from "../lib/words.js";
import { actsOf } from "./replay.js";

const line = (icon, at, words) => {
  const said = element("span", "");
  said.dataset.part = "said";
  const node = element("li", "replay-note", glyph(icon), said, ...(at ? [element("time", "quiet small", localTime(at, "time"))] : []));
  text(node, "said", words);
  return node;
};

const takenBack = ({ replay }, { seat, cards, at }) => {
  const names = cards.map((place) => isolate(replay.card(place).name)).join(", ");
  return line("i-undo", at, interpolate(gettext("Taken back: %(name)s had taken %(cards)s."), { name: isolate(replay.seats[seat].name), cards: names }));
};

export const drawNotes = (root, scene, step) => {
  const nodes = actsOf(step).map((act) => (act.cards ? takenBack(scene, act) : line("i-judge", act.at, act.text)));
  root.hidden = !nodes.length;
  root.querySelector('[data-part="note-list"]').replaceChildren(...nodes);
};
