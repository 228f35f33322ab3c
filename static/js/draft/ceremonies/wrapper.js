// The wrapper of a pack: two pieces; the upper one is torn off.

import { element } from "../../lib/elements.js";
import { json } from "../../lib/dom.js";
import { HEIGHT, WIDTH, wrapperOf } from "./wrapper-paths.js";

const SVG = "http://www.w3.org/2000/svg";

const drawn = (tag, facts, ...children) => {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(facts)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const gradient = (id, stops, ends) =>
  drawn("linearGradient", { id, ...ends }, ...stops.map(([offset, name]) => drawn("stop", { offset, class: `wrapper__${name}` })));

// The number of a colour in components/card.css as degrees; the last one is hardly a colour.
const angle = (hue) => (hue === 36 ? 265 : hue * 10);

const gem = (hue, place, count) => {
  const x = WIDTH / 2 + (place - (count - 1) / 2) * 20;
  const node = drawn("path", { class: "wrapper__gem", d: `M${x} 348l7 9-7 9-7-9z` });
  node.style.setProperty("--gem", angle(hue));
  return node;
};

// Drawn only on the lower piece.
const sign = ({ rosette, gems }) => [
  drawn("path", { d: rosette, fill: "url(#wrapper-prism)" }),
  drawn("circle", { class: "wrapper__disc", cx: WIDTH / 2, cy: 196, r: 46 }),
  drawn("use", { class: "wrapper__mark", href: "#i-cards", x: WIDTH / 2 - 27, y: 169, width: 54, height: 54 }),
  ...gems.map((hue, place) => gem(hue, place, gems.length)),
];

// Names within a drawing are those of the page: each piece has its own.
const piece = (name, shape, { rays }, signs) =>
  drawn(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "wrapper__art" },
    drawn(
      "defs",
      {},
      gradient(`wrapper-ground-${name}`, [[0, "light"], [0.5, "middle"], [1, "dark"]], { x1: 0, y1: 0, x2: 0.7, y2: 1 }),
      gradient("wrapper-prism", [[0, "prism-a"], [0.35, "prism-b"], [0.65, "prism-c"], [1, "prism-d"]], { x1: 0, y1: 0, x2: 1, y2: 1 }),
      drawn("clipPath", { id: `wrapper-${name}` }, drawn("path", { d: shape })),
    ),
    drawn(
      "g",
      { "clip-path": `url(#wrapper-${name})` },
      drawn("rect", { width: WIDTH, height: HEIGHT, fill: `url(#wrapper-ground-${name})` }),
      drawn("path", { class: "wrapper__rays", d: rays }),
      ...signs,
      drawn("path", { class: "wrapper__fold", d: `M0 0H14V${HEIGHT}H0ZM${WIDTH - 10} 0h10V${HEIGHT}h-10Z` }),
    ),
    drawn("path", { class: "wrapper__edge", d: shape }),
  );

let drawnSoFar = 0;

// `set`: code and name, as the event has them.
export const drawWrapper = ({ code, name }) => {
  const hues = [...new Set(Object.values(json("palette") ?? {}).map(({ hue }) => hue))].filter((hue) => hue !== 36).sort((a, b) => a - b);
  const art = wrapperOf(code, hues);
  const title = element("b", "wrapper__name", name);
  title.dir = "auto";
  const number = ++drawnSoFar;
  const body = element("div", "wrapper__body", piece(`body-${number}`, art.body, art, sign(art)), element("div", "wrapper__words", element("span", "wrapper__code", code), title));
  const strip = element("div", "wrapper__strip", piece(`strip-${number}`, art.strip, art, []));
  const node = element("div", "wrapper", body, strip, element("div", "wrapper__sheen", element("span", "")));
  node.style.setProperty("--one", angle(art.hue));
  node.style.setProperty("--two", angle(art.second));
  return node;
};
