// Where ceremonies are shown: layers over the room, which any touch or key clears at once.

import { clone, EASE, isStill } from "../../lib/dom.js";
import { element } from "../../lib/elements.js";
import { open, sealed } from "./ceremony-open.js";
import { turn } from "./ceremony-turn.js";
import { verified } from "./ceremony-verified.js";

const SHOWS = { open, turn, verified };
const REST = 400; // a finger that skipped may still lie on what was shown

// Resolves when its style sheet is here.
export const makeStage = async () => {
  const link = clone("ceremony-styles");
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", reject, { once: true });
  });
  document.head.append(link);
  await loaded;
  return new Stage();
};

class Stage {
  #run = null;
  #spare = null; // the layer of the next pack's wrapper

  constructor() {
    const skip = () => this.skip();
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, skip, { capture: true, passive: true });
    document.addEventListener("visibilitychange", skip);
  }

  // `due`: what draft/ceremonies/ceremony.js has found. `sound(kind)` is called at the beat of each. All are prepared at once, so that a
  // pack is sealed while the way turns, and begin one after the other; what is brief is not waited for.
  async play(due, around) {
    this.skip();
    const run = (this.#run = new Run());
    const { event, table } = around.state;
    const spare = due.some(({ kind }) => kind === "open") ? this.#sealed(setOf(event, table.round)) : null;
    const isAfter = (place) => due.slice(0, place).some(({ isBrief }) => !isBrief);
    const begins = due.map((one, place) => SHOWS[one.kind](run, { ...around, ...one, spare, isStill: isStill(), isLater: isAfter(place) }));
    const all = [];
    let before = Promise.resolve();
    begins.forEach((begin, place) => {
      const shown = before.then(() => run.isOver || begin());
      all.push(shown);
      if (!due[place].isBrief) before = shown;
    });
    await Promise.allSettled(all);
    run.end({ isSkipped: false });
  }

  // Draws the wrapper of the pack that comes next.
  expect({ event, table }) {
    const round = event.phase === "drafting" || event.phase === "review" ? table.round + 1 : 1;
    if (event.sets.length && round <= table.rounds) this.#spare = this.#sealed(setOf(event, round));
  }

  #sealed(set) {
    const spare = this.#spare;
    this.#spare = null;
    if (spare?.dataset.set === set.code) return spare;
    spare?.remove();
    return sealed(set);
  }

  skip() {
    this.#run?.end({ isSkipped: true });
    this.#run = null;
  }
}

const setOf = ({ sets, name }, round) => sets[round - 1] ?? sets.at(-1) ?? { code: "", name };

const fade = (layer) => {
  delete layer.dataset.ceremony;
  layer.classList.add("is-over");
  setTimeout(() => layer.remove(), REST);
};

// The motions of a ceremony, and its elements over the page: all of them end with the run.
class Run {
  isOver = false;
  #moves = [];
  #layers = [];
  #tasks = [];

  move(node, frames, timing) {
    const move = node.animate(frames, { fill: "both", easing: EASE, ...timing });
    this.#moves.push(move);
    if (this.isOver) move.cancel();
    return move;
  }

  // Resolves after so many milliseconds, or when the run ends.
  async wait(duration) {
    await Promise.allSettled([this.move(document.body, [], { duration, fill: "none" }).finished]);
  }

  layer(kind, node) {
    node.classList.add("ceremony", `ceremony--${kind}`);
    node.setAttribute("aria-hidden", "true");
    node.dataset.ceremony = kind;
    if (!node.isConnected) document.body.append(node);
    this.#layers.push(node);
    return node;
  }

  atEnd(task) {
    this.#tasks.push(task);
  }

  // A skipped ceremony fades, and stays under the finger that did it.
  end({ isSkipped }) {
    if (this.isOver) return;
    this.isOver = true;
    for (const layer of this.#layers) isSkipped ? fade(layer) : layer.remove();
    for (const task of this.#tasks) task();
    for (const move of this.#moves) move.cancel();
  }
}
