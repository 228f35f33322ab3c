// Where everybody stands: a line for each, which opens and says why.

import { clone, drawName, json, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { isolate } from "../lib/words.js";
import { pointsAlone } from "./sentences.js";
import { HOUSE_RULES, droppedWords, noPlaceWords, pointsWords, rankWords, recordSpoken, tieWords } from "./standings-words.js";

const TIES = json("tie-words");

// `name` is that of the viewer, whose line is marked.
export const drawStandings = (root, standings, name, { isOver = false } = {}) => {
  const none = noPlaceWords(standings, isOver);
  root.hidden = !standings.length;
  text(root, "no-places", none);
  part(root, "no-places").hidden = !none;
  text(root, "house-rules", HOUSE_RULES);
  list(
    part(root, "places-list"),
    standings,
    ({ fighter }) => fighter,
    () => clone("standing"),
    (node, place) => drawPlace(node, place, { rank: rankWords(place, standings), none, isOwn: place.fighters.some((each) => each.name === name) }),
  );
};

const drawPlace = (node, place, { rank, none, isOwn }) => {
  node.classList.toggle("is-own", isOwn);
  text(node, "rank", rank);
  drawName(part(node, "name"), place.name);
  part(node, "you").hidden = !isOwn;
  part(node, "dropped").hidden = !place.dropped;
  text(node, "dropped", droppedWords(place));
  const named = place.fighters.map(({ commander }) => commander).filter(Boolean);
  text(node, "record", [...named.map(isolate), recordSpoken(place)].join(" · "));
  text(node, "points-words", pointsWords(place.points));
  const stamp = JSON.stringify([place.ties, none]);
  if (node.dataset.stamp === stamp) return;
  node.dataset.stamp = stamp;
  const said = none ? [none] : tieWords(place, TIES);
  part(node, "ties").replaceChildren(...(said.length ? said : [pointsAlone]).map((words) => element("li", "", words)));
};
