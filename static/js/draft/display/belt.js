// The belt of a ring on the big screen: an ellipse with arrows that move the way the packs go (draft/display/ring.js, draft/display/ring.css).

import { arrows } from "./ring.js";

const SVG = "http://www.w3.org/2000/svg";

export class Belt {
  #drawn = "";

  constructor(root) {
    this.root = root;
  }

  // `belt`: half axes in units of the ring. `direction`: "left", "right", or "" where nothing goes round. `step`: from arrow to arrow.
  draw(belt, direction, step) {
    const drawn = [belt.x, belt.y, direction, step].join(" ");
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    this.root.dataset.direction = direction;
    this.root.replaceChildren(ellipse(belt), ...(direction ? arrows(belt, direction, step).map(arrow) : []));
  }
}

const made = (name, attributes, children = []) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const ellipse = ({ x, y }) => {
  const [width, height] = [2 * x + 8, 2 * y + 8];
  const node = made("svg", { class: "belt__band", viewBox: `${-width / 2} ${-height / 2} ${width} ${height}` }, [made("ellipse", { rx: x, ry: y })]);
  placed(node, { width, height });
  return node;
};

const arrow = ({ from, to }) => {
  const node = made("svg", { class: "belt__arrow", viewBox: "-2 -2 4 4" }, [made("path", { d: "M-0.9 -1.5L1 0L-0.9 1.5" })]);
  placed(node, { x: from.x, y: from.y, "next-x": to.x, "next-y": to.y });
  node.style.setProperty("--turn", `${from.degrees.toFixed(1)}deg`);
  node.style.setProperty("--next-turn", `${to.degrees.toFixed(1)}deg`);
  return node;
};

const placed = (node, numbers) => {
  for (const [name, value] of Object.entries(numbers)) node.style.setProperty(`--${name}`, value.toFixed(3));
};
