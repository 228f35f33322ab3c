// A judge has verified a rare: its two cards join to one picture for their holder, and to two sleeves for all others.

import { clone } from "../../lib/dom.js";
import { element, glyph } from "../../lib/elements.js";
import { materialOf } from "../../lib/look.js";
import { drawCard } from "../../components/card.js";
import { verifiedWords } from "../judge/judge-notices.js";

const LASTS = 1400;
const JOIN = [120, 340];

export const verified = (run, { state, isOwn, isStill, sound }) => {
  const [left, right] = facesOf(isOwn ? (state.you.pack ?? []) : []);
  const pair = element("div", "joined", side(left), side(right), element("span", "joined__seal", glyph("gem-pair")));
  pair.classList.toggle("is-whole", left.classList.contains("card"));
  const words = element("b", "joined__words", verifiedWords(state.you));
  const layer = run.layer("verified", element("div", "", element("div", "joined__all", pair, words)));
  return async () => {
    sound("verified");
    const frames = [0, 1, 1, 0].map((opacity, place) => ({ opacity, offset: [0, 0.1, 0.84, 1][place] }));
    run.move(layer, frames, { duration: LASTS, easing: "linear" });
    if (!isStill) join(run, pair);
    await run.wait(LASTS);
  };
};

// Of a pair the card with the lower number lies on the left (drawings/games). Placed cards are in no hand any more.
const facesOf = (pack) => {
  const cards = pack.filter((card) => materialOf(card.rarity) === "pair").sort((one, other) => (one.number < other.number ? -1 : 1));
  return cards.length === 2 ? cards.map(drawCard) : [clone("sleeve"), clone("sleeve")];
};

const side = (face) => element("div", "joined__side shows-picture", face);

const join = (run, pair) => {
  const [delay, duration] = JOIN;
  const [left, right, seal] = pair.children;
  const from = (way) => [{ transform: `translateX(${60 * way}%) rotate(${9 * way}deg)` }, { transform: "none" }];
  run.move(left, from(-1), { delay, duration });
  run.move(right, from(1), { delay, duration });
  const stamped = [
    { opacity: 0, transform: "translate(-50%, -50%) scale(2.2)" },
    { opacity: 1, transform: "translate(-50%, -50%) scale(1)" },
  ];
  run.move(seal, stamped, { delay: delay + duration - 60, duration: 200 });
};
