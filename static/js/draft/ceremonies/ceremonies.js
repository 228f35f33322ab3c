// Sees when a ceremony is due, and fetches what it is drawn with (ceremony-stage.js, css/draft/play/ceremony.css) a while before.

import { isStill, nextFrame, part, whenIdle } from "../../lib/dom.js";
import { keep, readKept } from "../../lib/kept.js";
import { ceremoniesBetween, isFirstOfPractice, noted } from "./ceremony.js";

const LATE = 500; // what is fetched later than this comes too late to be shown
const FIRST_LATE = 3_000; // so long the first pack of a practice stays sealed
const SOUNDS = { open: ["open", [40]], turn: ["turn", [40]], verified: ["reveal", [40]] };

export class Ceremonies {
  // `hand` says when the cards of a pack are drawn.
  constructor(root, app, hand) {
    this.root = root;
    this.app = app;
    this.hand = hand;
    this.before = null;
    this.isLive = false; // a connection's first state is not a change
    this.stage = null;
    this.isOn = false; // something is shown, which brings the sounds of a new pack
    app.live.addEventListener("line", ({ detail }) => (this.isLive = detail === "live"));
    app.live.addEventListener("state", ({ detail }) => detail.you && this.#take(detail));
    this.#lightCards();
  }

  #take(state) {
    const { before } = this;
    this.before = noted(before, state);
    if (before && this.isLive && !document.hidden) this.#play(ceremoniesBetween(before, state), state);
    else if (!before && !document.hidden && isFirstOfPractice(state) && !readKept(this.#opened)) this.#openFirst(state);
    else this.stage?.skip();
    const isSoon = state.event.phase === "lobby" || state.event.phase === "opening" || state.table.pass > 1;
    if (isSoon) whenIdle(() => this.#expect(state));
  }

  get #opened() {
    return `opened-${this.app.root.dataset.seat}`;
  }

  // A practice begins with its first pack: there was no wait in a lobby, in which to fetch what it is drawn with.
  async #openFirst(state) {
    keep(this.#opened, true);
    this.#seal(true);
    await Promise.race([this.#fetch(), new Promise((late) => setTimeout(late, FIRST_LATE))]);
    if (this.stage) await this.#play([{ kind: "open" }], state);
    this.#seal(false);
  }

  async #play(due, state) {
    if (!due.length) return;
    this.isOn = due.some(({ kind }) => kind !== "verified");
    const since = performance.now();
    this.#seal(this.stage && due.some(({ kind }) => kind === "open"));
    const stage = this.stage ?? (await this.#fetch());
    const isLate = performance.now() - since > LATE;
    await nextFrame();
    await this.hand.drawn;
    await nextFrame(); // the room is drawn, and now what lies over it
    this.isOn = false;
    if (stage && !isLate && !this.root.hidden) stage.play(due, { root: this.root, state, sound: (kind) => this.#sound(kind) });
    else this.#sound(due[0].kind);
    this.#seal(false);
  }

  // A pack that is to be opened is not seen before.
  #seal(isSealed) {
    part(this.root, "hand").parentElement.toggleAttribute("data-sealed", Boolean(isSealed));
  }

  async #expect(state) {
    const stage = await this.#fetch();
    if (!state.you.must_hold) stage?.expect(state); // real packs have wrappers of their own
  }

  #sound(kind) {
    this.app.sounds.play(...SOUNDS[kind]);
  }

  #asked = null;

  // Where it cannot be fetched there are no ceremonies.
  #fetch() {
    this.#asked ??= import("./ceremony-stage.js")
      .then(({ makeStage }) => makeStage())
      .then((stage) => (this.stage = stage))
      .catch(() => (this.#asked = null));
    return this.#asked;
  }

  // The light on a card that is held moves with the device, from the first touch on.
  #lightCards() {
    if (isStill() || navigator.connection?.saveData) return;
    const begin = () => import("../../components/card-light.js").then(({ follow }) => follow(), () => {});
    for (const type of ["pointerdown", "pointermove"]) addEventListener(type, begin, { once: true, passive: true });
  }
}
