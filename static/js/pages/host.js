// The control panel, live: what the server draws is put into the page again when the socket tells of a change. Here are drawn
// the rings, clocks, and what is said once.

import { Caller } from "../components/caller.js";
import { HostAsk } from "../events/panel/host-ask.js";
import { HostBar } from "../events/panel/host-bar.js";
import { HostRings, isPlayed } from "../events/panel/host-rings.js";
import { Official } from "../events/panel/official.js";
import { part, text } from "../lib/dom.js";
import { mindPictures } from "../lib/pictures.js";
import { momentOf, todoWords } from "../paper/paper-words.js";

const WIDE = matchMedia("(min-width: 72rem)"); // as events/panel/cockpit.css

class Panel {
  #state = null;
  #isBeside = null; // what happened stands beside the tables

  constructor(root) {
    this.root = root;
    this.official = new Official(root, {
      as: "host",
      table: () => this.rings.large,
      onState: (state) => this.#take(state),
      onDrawn: () => this.#draw(),
      onQuestion: (...question) => this.#askOf(question),
    });
    this.ask = new HostAsk(root);
    this.bar = new HostBar(part(root, "bar"));
    this.rings = new HostRings(part(root, "rings"), this.official.time, () => this.official.parts.fetch());
    this.caller = new Caller(part(root, "caller"));
    mindPictures(root);
    root.addEventListener("click", ({ target }) => unfold(target.closest("[data-part=to-help]")));
    document.addEventListener("click", ({ target }) => closeMore(root, target));
    WIDE.addEventListener("change", () => this.#drawBeside());
    this.#drawBeside();
    this.official.open();
  }

  #take(state) {
    this.#state = state;
    this.#call(state);
    this.rings.draw(state.tables, state.tables.some(isPlayed));
    this.#drawCalls();
  }

  // The page is as new as the question: what changes from then on may answer it.
  async #askOf(question) {
    await this.official.parts.refresh();
    this.ask.ask(...question);
  }

  #draw() {
    this.ask.settle(this.root.dataset.moment);
    this.bar.draw();
    this.#drawBeside();
    this.#drawCalls();
  }

  // Calls are spoken where there is one table: two would talk across each other.
  #call({ tables, event }) {
    const [only] = tables.length === 1 ? tables : [];
    const isCalled = only?.must_place && event.phase !== "lobby";
    this.caller.take(isCalled ? momentOf(only, { phase: only.phase, sets: event.sets }, only.clock) : null, only?.clock);
  }

  // Real packs: what is called at each table.
  #drawCalls() {
    for (const table of this.#state?.tables ?? []) {
      const node = table.must_place && this.root.querySelector(`.host-table[data-table="${table.number}"]`);
      if (node && part(node, "call-words")) text(node, "call-words", todoWords(table.must_place, table, this.#state.event.sets));
    }
  }

  // The activity stands open beside the tables, where there is room while they draft.
  #drawBeside() {
    const isBeside = this.root.dataset.scene === "drafting" && WIDE.matches;
    if (isBeside !== this.#isBeside) document.getElementById("entries").open = isBeside;
    this.#isBeside = isBeside;
  }
}

// The steps that a link leads to are there to be read.
// A press beside the menu of rarely needed links closes it.
const closeMore = (root, target) => {
  for (const menu of root.querySelectorAll(".host-more[open]")) menu.open = menu.contains(target);
};

const unfold = (link) => {
  const steps = link && document.querySelector(link.hash);
  if (steps) steps.open = true;
};

new Panel(document.getElementById("host"));
