// The whole night as bars: a group for each pack, a bar for each pass, as high as the hand was full; then fights and sharing.
// One slider to the keyboard and to a screen reader; pointers press and drag it.

import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { chooserOf } from "./replay.js";

const packName = (round) => {
  const [short, long] = [element("span", "scrub__short", String(round)), element("span", "scrub__long", interpolate(gettext("Pack %(round)s"), { round }))];
  return element("span", "scrub__name", short, long);
};

const when = (bar, time) => bar.dataset.when !== time && (bar.dataset.when = time);

export class Scrubber {
  #drawn = "";
  #bars = [];

  constructor(root, go) {
    this.root = root;
    this.go = go;
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.isHeld && this.#goTo(event.clientX));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (this.isHeld = false));
  }

  // `words` say where one is.
  draw({ replay, at, seat }, words) {
    const drawn = `${replay.told.table} ${seat}`;
    if (this.#drawn !== drawn) this.#build(replay, seat);
    this.#drawn = drawn;
    this.#bars.forEach((bar, place) => when(bar, place < at ? "past" : place > at ? "next" : "now"));
    for (const group of this.root.children) group.classList.toggle("is-now", group.contains(this.#bars[at]));
    const values = { "aria-valuemin": 1, "aria-valuemax": this.#bars.length, "aria-valuenow": at + 1, "aria-valuetext": words };
    for (const [name, value] of Object.entries(values)) this.root.setAttribute(name, String(value));
  }

  #build(replay, seat) {
    this.#bars = replay.moments.map((moment) => this.#bar(moment, seat, replay));
    this.#bars.forEach((bar, at) => (bar.dataset.moment = replay.moments[at].name));
    const groups = replay.rounds().flatMap(({ round, direction, review, moments }) => {
      const group = element("div", "scrub__group", packName(round), element("div", "scrub__bars", ...moments.map((at) => this.#bars[at])));
      group.dataset.direction = direction;
      group.style.setProperty("--bars", String(moments.length));
      return [group, ...(review === null ? [] : [this.#bars[review]])];
    });
    const rest = this.#bars.filter((_, at) => !["pass", "review"].includes(replay.moments[at].kind));
    const after = element("div", "scrub__group is-after", element("span", "scrub__name", glyph("i-cup")), element("div", "scrub__bars", ...rest));
    after.style.setProperty("--bars", String(rest.length));
    this.root.replaceChildren(...groups, ...(rest.length ? [after] : []));
  }

  #bar({ kind, step }, seat, replay) {
    if (kind === "review") return element("span", "scrub__review", glyph("i-eye"));
    const bar = element("i", "scrub__bar");
    if (kind !== "pass") return bar;
    const turn = step.turns[seat];
    const most = Math.max(...replay.told.packs.filter(({ round }) => round === step.round).map(({ cards }) => cards.length));
    bar.style.setProperty("--full", String(turn.hand.length / most));
    if (chooserOf(turn) === "time") bar.append(glyph("i-clock"));
    if (step.undone.length) bar.classList.add("was-undone");
    return bar;
  }

  #press(event) {
    if (event.button) return;
    this.isHeld = true;
    this.middles = this.#bars.map((bar) => {
      const { left, right } = bar.getBoundingClientRect();
      return (left + right) / 2;
    });
    this.root.setPointerCapture(event.pointerId);
    this.#goTo(event.clientX);
  }

  #goTo(x) {
    const far = this.middles.map((middle) => Math.abs(middle - x));
    this.go(far.indexOf(Math.min(...far)));
  }
}
