// The seats of fighters, once they are drawn in the lobby: `seating` has the fighters of each table, clockwise.

import { list } from "../lib/dom.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { isolate, names as namesOf } from "../lib/words.js";

// How many neighbours fight as a team: `data-teams` of an element has "form:size" of each form of teams, `event` is as the protocol sends it.
export const teamSize = ({ dataset }, { form }) => Number((dataset.teams ?? "").split(/\s+/).find((each) => each.startsWith(`${form}:`))?.split(":")[1] ?? 1);

// Draws a line for each table as templates/events/panel/seating.html does. `people`: `{fighter, name}` of everybody; `seating` may be null.
export const drawSeating = (root, seating, people, team = 1) => {
  const names = new Map(people.map(({ fighter, name }) => [fighter, name]));
  const tables = (seating ?? []).map((fighters, index) => ({ number: index + 1, team, people: fighters.map((fighter) => names.get(fighter) ?? "") }));
  list(root, tables, ({ number }) => number, makeLine, drawLine);
};

const makeLine = () => {
  const node = document.createElement("li");
  node.append(document.createElement("b"), " ", document.createElement("span"));
  return node;
};

const drawLine = (node, { number, people, team }) => {
  const [heading, line] = node.children;
  heading.textContent = interpolate(gettext("Table %(number)s"), { number });
  const pieces = people.flatMap((name, place) => [signBefore(place, team), isolated(name)]);
  const key = JSON.stringify([team, people]);
  if (line.dataset.people !== key) line.replaceChildren(...pieces);
  line.dataset.people = key;
};

// The sign before a name: a plus where the one before is of the same team.
const signBefore = (place, team) => (place ? (place % team ? " + " : " → ") : "");

const isolated = (name) => Object.assign(document.createElement("bdi"), { dir: "auto", textContent: name });

// The fighters to the left and right of a seat, in a sentence. `names` are those of a table, clockwise; `own` is the own place among them. The one on the left is the next.
export const placeWords = (names, own) => {
  const [left, right] = [1, -1].map((step) => isolate(names[(own + step + names.length) % names.length]));
  const words = names.length > 2 ? gettext("You sit between %(right)s (right) and %(left)s (left).") : gettext("You sit opposite %(left)s.");
  return interpolate(words, { left, right });
};

// Where a fighter will sit, in sentences; "" while nothing is drawn.
export const seatedWords = (seating, own, nameOf, team = 1) => {
  const number = (seating ?? []).findIndex((fighters) => fighters.includes(own));
  if (number < 0) return "";
  const ring = seating[number];
  const place = ring.indexOf(own);
  const where = seating.length > 1 ? `${interpolate(gettext("Table %(number)s"), { number: number + 1 })}. ` : "";
  return [where + placeWords(ring.map(nameOf), place), teamWords(ring, place, nameOf, team)].filter(Boolean).join(" ");
};

const teamWords = (ring, place, nameOf, team) => {
  const first = place - (place % team);
  const mates = ring.slice(first, first + team).filter((fighter) => fighter !== ring[place]);
  if (!mates.length) return "";
  return interpolate(ngettext("Your teammate is %(names)s.", "Your teammates are %(names)s.", mates.length), { names: namesOf(mates.map(nameOf)) });
};
