// The round of fights in the head of the big screen, with its clock.

import { part, text } from "../../lib/dom.js";
import { isOver } from "../../fights/fights.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { minutes } from "../seats.js";

const HURRY = 60;

export class DisplayRound {
  constructor(root, countdown) {
    this.root = root;
    this.countdown = countdown;
    this.hasClock = false;
  }

  // Without a round there is none to draw.
  draw({ round, pairings = [] }) {
    this.hasClock = Boolean(round) && this.countdown.left !== null && !pairings.every(isOver);
    part(this.root, "round-digits").hidden = !this.hasClock;
    this.root.dataset.clock = this.hasClock ? "yes" : "no";
    if (!round) return;
    text(this.root, "round-words", interpolate(gettext("Round %(number)s of %(of)s"), round));
    part(this.root, "round-state").hidden = !round.paused || !this.hasClock;
    text(this.root, "round-state", gettext("Paused"));
    this.root.classList.toggle("is-held", Boolean(round.paused && this.hasClock));
    this.tick();
  }

  tick() {
    if (!this.hasClock) return;
    const { left, runs } = this.countdown;
    const digits = part(this.root, "round-digits");
    text(this.root, "round-digits", left > 0 ? minutes(Math.ceil(left)) : gettext("Time!"));
    digits.classList.toggle("is-up", left === 0);
    digits.classList.toggle("is-hurry", runs && left > 0 && left <= HURRY);
  }
}
