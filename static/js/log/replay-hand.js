// The pack in a hand: what was taken first and large, the others after it, each with who took it and when.

import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext } from "../lib/gettext.js";
import { inOrderOfTaking, takenIn } from "./replay.js";
import { takerCaption } from "./replay-words.js";

const crowdOf = (count) => (count <= 5 ? "few" : count <= 9 ? "some" : "many");

const ownCaption = (scene, card) => {
  const { places } = game();
  const isFirst = scene.replay.stepAt(scene.at).number === 1;
  const word = isFirst && places.featured !== places.plain ? (game().isFeatured(card) ? places.featured : places.plain) : gettext("taken");
  return [element("b", "replay-card__own", word)];
};

const group = (className, figures) => {
  const list = element("ul", className, ...figures);
  list.setAttribute("role", "list");
  return list;
};

export const drawHand = (root, scene, turn) => {
  const { replay, faces, at } = scene;
  const taken = takenIn(turn);
  const others = inOrderOfTaking(replay, turn.hand, taken).filter((place) => !taken.includes(place));
  const isBack = (place) => turn.back.includes(place);
  const chosen = (place) => faces.figure(place, { taken: true, back: isBack(place), caption: ownCaption(scene, replay.card(place)) });
  const left = (place) => faces.figure(place, { back: isBack(place), caption: takerCaption(scene, place, at) });
  root.dataset.crowd = crowdOf(turn.hand.length);
  if (taken.length) root.append(group("replay-hand__taken", taken.map(chosen)));
  if (others.length) root.append(group("replay-hand__others", others.map(left)));
};

// A whole pack, as it was opened; `emptyPack` says how far it has been emptied.
export const drawPack = (root, scene, pack) => {
  const cards = inOrderOfTaking(scene.replay, pack.cards, []);
  Object.assign(root.dataset, { crowd: crowdOf(cards.length), whole: "" });
  root.append(group("replay-hand__others", cards.map((place) => scene.faces.figure(place))));
};

// Cards that were gone by then are dim, the one taken now is framed.
export const emptyPack = (root, scene) => {
  const { number } = scene.replay.stepAt(scene.at);
  for (const node of root.querySelectorAll(".replay-card")) {
    const place = scene.faces.placeOf(node);
    const when = scene.replay.fate(place)?.number ?? Infinity;
    scene.faces.mark(node, { taken: when === number, gone: when < number, caption: takerCaption(scene, place, scene.at) });
  }
};
