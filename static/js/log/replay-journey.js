// A pack's way round the table: a stop for each pass, with what was taken there. A press on a stop goes there.

import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { takenIn } from "./replay.js";
import { seatMark } from "./replay-words.js";
import { Sheets } from "./sheets.js";

const PACKS_KEPT = 10;

const stop = (scene, { at, seat, turn }) => {
  const held = element("span", "quiet", interpolate(gettext("held %(count)s"), { count: turn.hand.length }));
  const thumbs = takenIn(turn).map((place) => scene.faces.thumb(place));
  const button = element("button", "replay-stop", element("span", "replay-stop__who", seatMark(scene, seat), held), element("span", "replay-stop__cards", ...thumbs));
  button.type = "button";
  Object.assign(button.dataset, { at, seat });
  return element("li", "", button, element("span", "replay-stop__way", glyph("i-right")));
};

export class Journey {
  // `go({ at, seat })`: to a stop.
  constructor(root, go) {
    this.sheets = new Sheets(root, { tag: "ol", className: "replay-journey", most: PACKS_KEPT });
    root.addEventListener("click", ({ target }) => {
      const pressed = target.closest(".replay-stop");
      if (pressed) go({ at: Number(pressed.dataset.at), seat: Number(pressed.dataset.seat) });
    });
  }

  draw(scene, round, opener) {
    const sheet = this.sheets.show(`${scene.table}/${round}/${opener}`, (node) => {
      node.setAttribute("role", "list");
      node.append(...scene.replay.journey(round, opener).map((each) => stop(scene, each)));
    });
    sheet.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = sheet.querySelector(`[data-at="${scene.at}"]`);
    now?.setAttribute("aria-current", "step");
    if (now) sheet.scrollLeft = now.parentElement.offsetLeft - sheet.clientWidth / 2 + now.clientWidth / 2;
  }
}
