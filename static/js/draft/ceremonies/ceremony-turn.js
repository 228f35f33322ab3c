// The way turns: sleeves and arrows turn over, one colour gives way to the other, and a line says to whom one passes from now on.

import { clone } from "../../lib/dom.js";
import { element, glyph } from "../../lib/elements.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { PASS_NOW, isolate } from "../../lib/words.js";

const ARROWS = 5;
const LASTS = 1400;
const BRIEF = 900;
const TURN = [0.16, 0.46]; // when it turns, as parts of the whole

const PARTNER = gettext("to %(name)s");

export const turn = (run, { state, from, to, isBrief, isStill, sound }) => {
  const layer = run.layer("turn", element("div", "", ground(from), ground(to), words(state, to)));
  layer.dataset.to = to;
  layer.classList.toggle("is-brief", isBrief);
  const duration = isBrief ? BRIEF : LASTS;
  const coming = comeAndGo(run, layer, duration);
  coming.pause(); // until then it is not seen
  return async () => {
    sound("turn");
    coming.play();
    if (!isStill) turnOver(run, layer, duration, to);
    await run.wait(duration);
  };
};

const ground = (way) => {
  const arrows = element("span", "turn__arrows", ...Array.from({ length: ARROWS }, () => glyph(`i-${way}`)));
  const node = element("div", "turn__ground", arrows);
  node.dataset.way = way;
  return node;
};

// Seat i + 1 sits to the left; of two fighters the other one sits on both sides.
const words = ({ table, you }, to) => {
  const { seats } = table;
  const next = seats[(you.seat + (to === "left" ? 1 : -1) + seats.length) % seats.length];
  const line = seats.length > 1 ? namedLine(next.name) : "";
  const sleeves = element("span", "turn__sleeves", clone("sleeve"), clone("sleeve"), clone("sleeve"));
  return element("div", "turn__middle", sleeves, element("b", "turn__headline", PASS_NOW[to]), line);
};

const namedLine = (name) => {
  const [before, after] = interpolate(PARTNER, { name: isolate("") }).split(isolate(""));
  const who = element("bdi", "", name);
  who.dir = "auto";
  return element("span", "turn__line", before, who, after);
};

const comeAndGo = (run, layer, duration) => {
  const frames = [0, 1, 1, 0].map((opacity, place) => ({ opacity, offset: [0, 0.1, 0.84, 1][place] }));
  return run.move(layer, frames, { duration, easing: "linear" });
};

// The new ground sweeps over the old one, the way the packs go from now on.
const turnOver = (run, layer, duration, to) => {
  const [begin, end] = TURN.map((part) => part * duration);
  const timing = { delay: begin, duration: end - begin, easing: "cubic-bezier(0.6, 0, 0.2, 1)" };
  const away = to === "left" ? 100 : -100;
  const [old, newGround, middle] = layer.children;
  const [sleeves, ...lines] = middle.children;
  run.move(newGround, [{ transform: `translateX(${away}%)` }, { transform: "none" }], timing);
  run.move(newGround.firstChild, [{ transform: `translateX(${-away}%) rotateY(180deg)` }, { transform: "none" }], timing);
  run.move(old.firstChild, [{ transform: "none" }, { transform: "rotateY(180deg)" }], timing);
  run.move(sleeves, [{ transform: "rotateY(180deg)" }, { transform: "none" }], timing);
  for (const line of lines) {
    const shift = away / 4;
    run.move(line, [{ opacity: 0, transform: `translateX(${shift}px)` }, { opacity: 1, transform: "none" }], { delay: begin + 0.5 * (end - begin), duration: 240 });
  }
};
