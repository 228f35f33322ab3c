// The round of fights, or the building of decks, in the head of the big screen, with its clock.

import { part, text } from "../../lib/dom.js";
import { areListed, isBuilt } from "../../building/progress.js";
import { isOver } from "../../fights/fights.js";
import { SHORT_OF_ROUND } from "../../lib/clock.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { minutes } from "../seats.js";

export class DisplayRound {
  constructor(root, countdown) {
    this.root = root;
    this.countdown = countdown;
    this.hasClock = false;
  }

  // Without a round, and without decks that are built, there is none to draw.
  draw(state) {
    const { round, pairings = [], clock } = state;
    const isBuilding = Boolean(state.event) && isBuilt(state);
    const isOpen = round ? !pairings.every(isOver) : isBuilding;
    this.hasClock = isOpen && this.countdown.left !== null;
    part(this.root, "round-digits").hidden = !this.hasClock;
    this.root.dataset.clock = this.hasClock ? "yes" : "no";
    if (!round && !isBuilding) return;
    const isPaused = Boolean((round ?? clock).paused && this.hasClock);
    const timeWords = isBuilding && areListed(state.event) ? gettext("Time for lists") : gettext("Time to build");
    text(this.root, "round-words", round ? interpolate(gettext("Round %(number)s of %(of)s"), round) : timeWords);
    part(this.root, "round-state").hidden = !isPaused;
    text(this.root, "round-state", gettext("Paused"));
    this.root.classList.toggle("is-held", isPaused);
    this.tick();
  }

  tick() {
    if (!this.hasClock) return;
    const { left } = this.countdown;
    const digits = part(this.root, "round-digits");
    text(this.root, "round-digits", left > 0 ? minutes(Math.ceil(left)) : gettext("Time!"));
    digits.classList.toggle("is-up", left === 0);
    digits.classList.toggle("is-hurry", left > 0 && this.countdown.isShort(SHORT_OF_ROUND));
  }
}
