// The seats of fighters, once they are drawn in the lobby: `seating` has the fighters of each table, clockwise.

import { list } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";

// Draws a line for each table as templates/events/panel/seating.html does. `people`: `{fighter, name}` of everybody; `seating` may be null.
export const drawSeating = (root, seating, people) => {
  const names = new Map(people.map(({ fighter, name }) => [fighter, name]));
  const tables = (seating ?? []).map((fighters, index) => ({ number: index + 1, people: fighters.map((fighter) => names.get(fighter) ?? "") }));
  list(root, tables, ({ number }) => number, makeLine, drawLine);
};

const makeLine = () => {
  const node = document.createElement("li");
  node.append(document.createElement("b"), " ", document.createElement("span"));
  return node;
};

const drawLine = (node, { number, people }) => {
  const [heading, line] = node.children;
  heading.textContent = interpolate(gettext("Table %(number)s"), { number });
  const known = [...line.querySelectorAll("bdi")].map(({ textContent }) => textContent);
  if (JSON.stringify(known) !== JSON.stringify(people)) line.replaceChildren(...people.flatMap((name, place) => [place ? " → " : "", isolated(name)]));
};

const isolated = (name) => Object.assign(document.createElement("bdi"), { dir: "auto", textContent: name });

// Where a fighter will sit, in a sentence; "" while nothing is drawn. The one on the left is the next, clockwise.
export const seatedWords = (seating, own, nameOf) => {
  const number = (seating ?? []).findIndex((fighters) => fighters.includes(own));
  if (number < 0) return "";
  const ring = seating[number];
  const place = ring.indexOf(own);
  const [left, right] = [1, -1].map((step) => nameOf(ring[(place + step + ring.length) % ring.length]));
  const words = ring.length > 2 ? gettext("You sit between %(right)s (right) and %(left)s (left).") : gettext("You sit opposite %(left)s.");
  const where = seating.length > 1 ? `${interpolate(gettext("Table %(number)s"), { number: number + 1 })}. ` : "";
  return where + interpolate(words, { left, right });
};
