// The moments of one table, on the big screen or on its own part of it: sees that there is one, and shows it. Scripts that a pass does not need are fetched a while before.

import { turnsOften } from "../ceremonies/ceremony.js";
import { momentBetween } from "./which-moment.js";
import { DisplayPass } from "./display-pass.js";

const SOON = 2500; // milliseconds
const SOUNDS = { pass: "pass", open: "open", turn: "turn", verified: "reveal", drafted: "reveal", champion: "champion" };

export class DisplayMoments {
  #fetched = null;
  #ceremonies = null;

  constructor(root, pass, sounds) {
    this.root = root;
    this.layer = pass;
    this.sounds = sounds;
    this.pass = new DisplayPass(pass);
  }

  take(before, state) {
    this.#fetch();
    this.latest = state;
    if (!document.hidden) requestAnimationFrame(() => this.latest === state && this.#show(before, state)); // the state is drawn in a frame of its own
    clearTimeout(this.soon);
    if (state.event.phase === "drafting") this.soon = setTimeout(() => this.#prepare(state), SOON);
    else this.pass.end();
  }

  // The next scene is laid out when the last moment is over.
  #prepare(state) {
    const { event, table } = state;
    const isTurn = table.pass === table.passes && (event.directions?.[table.round] ?? table.direction) !== table.direction;
    if (isTurn) this.#ceremonies?.prepare(state);
    else if (table.pass < table.passes) this.pass.prepare(table);
  }

  #show(before, state) {
    const moment = momentBetween(before, state);
    if (!moment) return;
    if (moment !== "turn" || !this.#ceremonies) this.sounds.play(SOUNDS[moment]);
    if (moment === "pass" || (moment === "turn" && !this.#ceremonies)) this.pass.show(state.table, moment === "turn");
    else this.#celebrate(moment, { state, before, isBrief: turnsOften(state.event.directions), play: (name) => this.sounds.play(name) });
  }

  #celebrate(moment, about) {
    this.pass.end();
    this.#ceremonies?.show(moment, about);
  }

  // Something else has the screen.
  leave() {
    clearTimeout(this.soon);
    this.latest = null;
    this.pass.end();
    this.#ceremonies?.end();
  }

  #fetch() {
    if (this.#fetched) return;
    this.#fetched = import("./display-ceremonies.js").then(
      ({ DisplayCeremonies }) => (this.#ceremonies = new DisplayCeremonies(this.root, this.layer)),
      () => (this.#fetched = null),
    );
  }
}
