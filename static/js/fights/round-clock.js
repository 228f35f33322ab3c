// The clock of a round of fights: how long it goes on, that it is paused, that it is up and what happens then.

import { Countdown, Marks, SHORT_OF_ROUND } from "../lib/clock.js";
import { part, text } from "../lib/dom.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { time } from "../lib/words.js";

const AFTER = {
  less_damage: gettext("Time decides then: whoever is further from losing wins."),
  draw: gettext("Time decides then: an open fight is a draw."),
};

const digitsOf = (left) => (left < 60 ? `0:${time(left).padStart(2, "0")}` : time(left));

const PAUSED = {
  organizer: gettext("Paused by the organizer. Nothing can be counted or entered now."),
  judge: gettext("Paused by a judge. Nothing can be counted or entered now."),
};

export class RoundClock {
  // `onMark(seconds)` is called when five minutes, one minute and no time is left; `onTurn` when time is up or back again.
  constructor(root, { onMark, onTurn }) {
    this.root = root;
    this.onTurn = onTurn;
    this.onMark = onMark;
    this.countdown = new Countdown();
    this.marks = new Marks(300, 60, 0);
    setInterval(() => this.round && this.draw(), 250);
  }

  take(round, now) {
    const key = `${round.number}-${round.deadline}-${round.paused}`;
    this.round = round;
    this.countdown.take({ ...round, now });
    if (key !== this.key) this.marks.restart();
    this.key = key;
    this.draw();
  }

  stop() {
    this.round = null;
    this.key = null;
    this.countdown.take(null);
  }

  get isUp() {
    return !this.countdown.paused && this.countdown.left !== null && this.countdown.left <= 0;
  }

  // Whether there is time left.
  get runs() {
    return !this.isUp && this.countdown.left !== null;
  }

  draw() {
    const { left, paused, runs } = this.countdown;
    const isUp = this.isUp;
    this.root.dataset.clock = paused ? "paused" : left === null ? "none" : isUp ? "up" : "runs";
    this.root.classList.toggle("is-hurry", !isUp && this.countdown.isShort(SHORT_OF_ROUND));
    text(this.root, "round-digits", this.#digits(left, isUp, paused));
    text(this.root, "clock-words", this.#words(left, isUp, paused));
    const mark = this.marks.passed(runs ? left : null);
    if (mark !== null) this.onMark(mark);
    if (isUp !== this.wasUp) this.onTurn(isUp);
    this.wasUp = isUp;
  }

  #digits(left, isUp, paused) {
    if (isUp) return gettext("Time!");
    if (left === null) return paused ? gettext("Paused") : "";
    return digitsOf(left);
  }

  #words(left, isUp, paused) {
    if (paused) return PAUSED[this.round.paused_by] ?? PAUSED.organizer;
    if (isUp) return [gettext("Keep playing until the organizer ends the round."), AFTER[this.round.time_up] ?? ""].join(" ");
    if (left === null) return gettext("This round has no clock.");
    const minutes = Math.round(this.round.seconds / 60);
    return interpolate(ngettext("of %(minutes)s minute", "of %(minutes)s minutes", minutes), { minutes });
  }
}
