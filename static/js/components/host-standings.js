// The standings on the control panel, and in the end who has won (templates/events/host_standings.html, host_champion.html).

import { clone, json, list, part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { hasResults, isFoughtOut, noPlaceWords, rankWords, tieWords } from "../lib/standings.js";
import { isolate } from "../lib/words.js";

const TIES = json("tie-words");
const LEAD = gettext("In the lead after round %(rounds)s of %(of)s");

export class HostStandings {
  // `root` and `champions` as the server drew them.
  constructor(root, champions) {
    this.root = root;
    this.champions = champions;
  }

  draw({ standings = [], fought }, scene) {
    const groups = groupsOf(standings);
    if (scene === "sharing") this.root.hidden = !groups.length;
    part(this.root, "none").hidden = groups.length > 0;
    part(this.root, "house").hidden = !groups.length;
    part(this.root, "all-fights").hidden = !groups.length;
    list(part(this.root, "groups"), groups, ({ number }) => number, () => clone("host-group"), (node, group) =>
      drawGroup(node, group, scene),
    );
    this.#drawChampions(groups, fought, scene);
  }

  #drawChampions(groups, fought, scene) {
    const won = groups.map((group) => ({ ...group, first: group.places.filter(({ rank }) => rank === 1 && hasResults(group.places)) }));
    const shown = won.filter(({ first }) => first.length);
    text(this.champions.parentElement, "first-words", isFoughtOut(fought) ? gettext("First place") : interpolate(LEAD, fought));
    this.champions.parentElement.hidden = scene !== "finished" || !shown.length;
    list(this.champions, shown, ({ number }) => number, () => clone("host-champion"), (node, { number, isNamed, first }) => {
      part(node, "of").hidden = !isNamed;
      text(node, "number", number);
      text(node, "names", first.map(({ name }) => isolate(name)).join(", "));
    });
  }
}

const groupsOf = (standings) => {
  const numbers = [...new Set(standings.map(({ table }) => table))].sort((one, other) => one - other);
  const isOne = numbers.length === 1;
  return numbers.map((number) => ({
    number,
    isNamed: number > 0 && !isOne,
    places: standings.filter(({ table }) => table === number),
  }));
};

const drawGroup = (node, { number, isNamed, places }, scene) => {
  part(node, "heading").hidden = !isNamed;
  text(node, "number", number);
  const none = noPlaceWords(places, scene !== "fighting");
  text(node, "no-places", none);
  part(node, "no-places").hidden = !none;
  list(part(node, "places"), places, ({ fighter }) => fighter, () => clone("host-standing"), (row, place) =>
    drawPlace(row, place, rankWords(place, places), scene),
  );
};

const drawPlace = (node, place, rank, scene) => {
  const isPlaced = rank === String(place.rank);
  node.dataset.fighter = place.fighter;
  node.classList.toggle("is-dropped", place.dropped);
  for (const name of ["name", "won", "drawn", "lost", "points"]) text(node, name, place[name]);
  text(node, "rank", rank);
  part(node, "dropped").hidden = !place.dropped;
  list(part(node, "ties"), isPlaced ? tieWords(place, TIES) : [], (_, index) => index, makeTie, (row, words) => text(row, "words", words));
  part(node, "points-only").hidden = !isPlaced || place.ties.length > 0;
  part(node, "deeds").hidden = scene !== "fighting";
  for (const button of part(node, "deeds").children) button.value = place.fighter;
  part(node, "drop").hidden = place.dropped;
  part(node, "reinstate").hidden = !place.dropped;
};

const makeTie = () => {
  const [row, words] = ["li", "span"].map((name) => document.createElement(name));
  words.dataset.part = "words";
  row.append(words);
  return row;
};
