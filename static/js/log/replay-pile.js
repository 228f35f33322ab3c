// The cards that a seat had taken by then: the curve, and the cards as they lie.

import { text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { takenIn } from "./replay.js";
import { cards } from "../lib/words.js";

// The tally that the game draws as columns.
const curveOf = ({ told }) => told.tallies.findIndex(({ tally }) => game().tallies[tally]?.kind === "columns");

const column = (face, [name, count], place, most) => {
  const bar = element("i", "replay-curve__bar");
  bar.style.setProperty("--share", String(count / most));
  const node = element("li", "replay-curve__column", element("b", "", count ? String(count) : ""), bar, element("span", "", face.sign?.(name, place) ?? name));
  node.setAttribute("aria-label", `${face.title?.(name) ?? name}: ${cards(count)}`);
  return node;
};

const drawCurve = (root, replay, pile) => {
  const tally = curveOf(replay);
  root.hidden = tally < 0;
  if (root.hidden) return;
  const counts = replay.counts(pile, tally);
  const most = Math.max(4, ...counts.map(([, count]) => count));
  root.replaceChildren(...counts.map((entry, place) => column(game().tallies[replay.told.tallies[tally].tally], entry, place, most)));
};

export const drawPile = (root, scene, seat) => {
  const { replay, faces, at } = scene;
  const pile = replay.pile(at, seat);
  const turn = replay.turn(at, seat);
  const now = turn ? takenIn(turn) : [];
  text(root, "pile-count", cards(pile.length));
  drawCurve(root.querySelector('[data-part="curve"]'), replay, pile);
  const list = root.querySelector('[data-part="pile-cards"]');
  list.dataset.crowd = pile.length > 30 ? "many" : "few";
  const nodes = pile.map((place) => {
    const node = faces.inPile(place);
    node.classList.toggle("is-chosen", now.includes(place));
    return node;
  });
  nodes.forEach((node, index) => {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  });
  while (list.children.length > nodes.length) list.lastElementChild.remove();
};
