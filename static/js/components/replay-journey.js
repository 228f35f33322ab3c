// A pack's way round the table: a stop for each pass, with what was taken there. A press on a stop goes there.

import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { takenIn } from "../lib/replay.js";
import { seatMark } from "./replay-words.js";

const stop = (scene, { at, seat, turn }, go) => {
  const held = element("span", "quiet", interpolate(gettext("held %(count)s"), { count: turn.hand.length }));
  const thumbs = takenIn(turn).map((place) => scene.faces.thumb(place, "journey"));
  const button = element("button", "replay-stop", element("span", "replay-stop__who", seatMark(scene, seat), held), element("span", "replay-stop__cards", ...thumbs));
  button.type = "button";
  if (at === scene.at) button.setAttribute("aria-current", "step");
  button.addEventListener("click", () => go({ at, seat }));
  return element("li", "", button, element("span", "replay-stop__way", glyph("i-right")));
};

export const drawJourney = (root, scene, round, opener, go) => {
  root.replaceChildren(...scene.replay.journey(round, opener).map((each) => stop(scene, each, go)));
  const now = root.querySelector("[aria-current]");
  if (now) root.scrollLeft = now.parentElement.offsetLeft - root.clientWidth / 2 + now.clientWidth / 2;
};
