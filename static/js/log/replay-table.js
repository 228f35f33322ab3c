// The table at a moment: as a small ring beside a seat, and as a view of its own with everybody's pack.

import { list, part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { inOrderOfTaking, takenIn } from "./replay.js";
import { lookOf } from "../lib/look.js";
import { chooserPills, passWords, seatMark, wayPill } from "./replay-words.js";

// Seat `first` is at the bottom, and the others follow clockwise: the next one is at the left of a reader who faces the middle.
const placeAt = (node, seat, first, count) => {
  const turn = (2 * Math.PI * ((seat - first + count) % count)) / count;
  node.style.setProperty("--x", (-Math.sin(turn)).toFixed(3));
  node.style.setProperty("--y", Math.cos(turn).toFixed(3));
};

const ringSeat = (scene, seat) => {
  const button = element("button", "replay-ring__seat", element("span", "replay-ring__card"), seatMark(scene, seat));
  button.type = "button";
  return button;
};

export const drawRing = (root, scene, go) => {
  const { replay, faces, at, seat: first, table, own } = scene;
  const step = replay.stepAt(at);
  const count = replay.seats.length;
  root.dataset.crowd = count <= 4 ? "few" : count <= 6 ? "some" : "many";
  root.dataset.direction = step.direction;
  part(root, "way").replaceChildren(wayPill(step.direction));
  list(part(root, "ring-seats"), step.turns, (turn) => `${table}-${step.turns.indexOf(turn)}-${own}`, (turn) => ringSeat(scene, step.turns.indexOf(turn)), (button, turn, seat) => {
    const [card] = takenIn(turn).slice(-1);
    const isDrawn = button.dataset.card === String(card ?? "");
    if (!isDrawn) button.firstElementChild.replaceChildren(...(card === undefined ? [] : [faces.thumb(card, { isTiny: count > 4 })]));
    button.dataset.card = card ?? "";
    button.setAttribute("aria-current", String(seat === first));
    button.onclick = () => go({ seat });
    placeAt(button, seat, first, count);
  });
};

// One element for each: a whole table has a hundred of them.
const line = (replay, place) => {
  const card = replay.card(place);
  const node = element("li", "replay-line", card.name);
  node.dir = "auto";
  node.dataset.hue = lookOf(card.kin).hue;
  return node;
};

const seatPanel = (scene, seat, turn, step, go) => {
  const { replay, faces } = scene;
  const taken = takenIn(turn);
  const others = inOrderOfTaking(replay, turn.hand, taken).filter((place) => !taken.includes(place));
  const head = element("button", "replay-whole__head", seatMark(scene, seat), glyph("i-right"));
  head.type = "button";
  head.addEventListener("click", () => go({ seat }));
  const words = element("p", "quiet small", "");
  words.dataset.part = "words";
  const figures = element("ul", "replay-whole__taken", ...taken.map((place) => faces.figure(place, { taken: true, back: turn.back.includes(place) })));
  figures.setAttribute("role", "list");
  const rest = element("ul", "replay-whole__rest", ...others.map((place) => line(replay, place)));
  rest.setAttribute("role", "list");
  const node = element("section", "panel replay-whole__seat", element("div", "row", head, ...chooserPills(turn, step)), words, element("div", "replay-whole__cards", figures, ...(others.length ? [rest] : [])));
  node.setAttribute("aria-label", replay.seats[seat].name);
  text(node, "words", passWords(scene, seat, turn, step));
  return node;
};

// Draws those that are not drawn yet, `most` of them in all.
export const drawWhole = (root, scene, { step, go, most = Infinity }) => {
  const drawn = root.children.length;
  if (drawn >= most) return;
  root.append(...step.turns.slice(drawn, most).map((turn, place) => seatPanel(scene, drawn + place, turn, step, go)));
};
