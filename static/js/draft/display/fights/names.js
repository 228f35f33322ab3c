// Where everybody fights, by name, on the big screen: "Ann: table 3".

import { list } from "../../../lib/dom.js";
import { element } from "../../../lib/elements.js";
import { fitAlike } from "../../../lib/fit.js";
import { isBye } from "../../../fights/fights.js";
import { gettext, interpolate, locale } from "../../../lib/gettext.js";
import { shapeOfNames } from "./turns.js";
import { shape } from "./shape.js";

const NAME = [1, 0.92, 0.84, 0.76, 0.68, 0.6].map((size) => [size, 1]);

// The fighters of a round in alphabetical order, each with the table; none where all fight at one table.
export const namesOf = (pairings) => {
  if (new Set(pairings.map(({ table }) => table)).size < 2) return [];
  const found = pairings.flatMap((fight) => fight.sides.flatMap(({ fighters }) => fighters.map(({ fighter, name }) => ({ fighter, name, table: isBye(fight) ? null : fight.table }))));
  return found.sort((one, other) => one.name.localeCompare(other.name, locale));
};

export const drawNames = (box, names) => {
  const { columns, rows } = shapeOfNames(names.length);
  shape(box, columns, rows);
  list(box, names, ({ fighter }) => fighter, makeLine, drawLine);
  fitAlike(box.querySelectorAll(".tv-names__name"), NAME, `${columns} ${rows} ${innerWidth} ${innerHeight}`);
};

const makeLine = () => {
  const name = element("bdi", "tv-names__name");
  name.dir = "auto";
  return element("li", "tv-names__line", name, element("span", "tv-names__table"));
};

const drawLine = (node, { name, table }) => {
  node.children[0].textContent = name;
  node.children[1].textContent = table === null ? gettext("has a bye") : interpolate(gettext("table %(table)s"), { table });
};
