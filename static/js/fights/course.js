// The turn of a game and the plane on which it is fought (M38-M40): the plane large, the planar die, and whose turn it is.

import { icon, isStill, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { drawText } from "../components/card-text.js";
import { readCard } from "../components/card.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";
import { nameIn } from "./fights.js";
import { controlledBy, extraTurn, thenExtraTurns } from "./sentences.js";
import { drawPlane, nameOf, rolledWords, turnWords } from "./planes.js";

const ROLLING = 900; // milliseconds, as the animation of css/fights/course.css

export class Course {
  // `ask(message)` sends what is pressed, `say(words)` tells it to those who listen.
  constructor(root, { ask, say }) {
    this.root = root;
    this.ask = ask;
    this.say = say;
    this.last = null;
    const on = (name, act) => part(root, name).addEventListener("click", () => act());
    on("next-turn", () => this.#mayAct() && this.#ask({ type: "turn", number: this.fight.turn.number }));
    on("roll", () => this.#roll());
    on("leave", () => this.#walk());
    on("walk", () => this.#walk());
    for (const button of part(root, "own-die").querySelectorAll("[data-face]")) {
      button.addEventListener("click", () => this.#roll(button.dataset.face));
    }
    part(root, "plane-art").addEventListener("click", () => readCard(this.fight.plane.card));
  }

  // `isFree`: the fight goes on and the page is online. `isMine`: the viewer acts for the side that controls the plane.
  draw({ fight, me, isFree, isMine, isWaiting }) {
    Object.assign(this, { fight, isFree, isMine, isWaiting });
    this.root.hidden = !fight.turn || Boolean(fight.result);
    if (this.root.hidden) return;
    const { turn, plane, sides } = fight;
    const extra = turn.extra.map((fighter) => isolate(nameOf(fight, fighter)));
    text(this.root, "turn-name", turnWords(fight, me));
    text(this.root, "turn-words", [numberWords(turn), extra.length ? interpolate(thenExtraTurns, { names: extra.join(", ") }) : ""].filter(Boolean).join(" · "));
    this.root.classList.toggle("is-mine", turn.fighter === me);
    this.#state(part(this.root, "next-turn"), this.#mayAct());
    this.#drawExtra(sides);
    this.root.classList.toggle("is-bare", !plane);
    text(this.root, "more-words", plane ? gettext("Extra turn, your own die") : gettext("Extra turn"));
    part(this.root, "plane").hidden = part(this.root, "die-box").hidden = part(this.root, "own-die").hidden = !plane;
    if (plane) this.#drawOnPlane(plane);
  }

  #drawOnPlane(plane) {
    drawPlane(this.root, plane.card);
    drawText(part(this.root, "plane-rule"), plane.card);
    part(this.root, "plane").classList.toggle("is-phenomenon", plane.phenomenon);
    text(this.root, "plane-words", [controlWords(this.fight), leftWords(plane)].join(" · "));
    const rollWords = plane.cost ? interpolate(gettext("Roll, costs {%(cost)s}"), plane) : gettext("Roll, free");
    drawText(part(this.root, "roll-words"), { text: rollWords });
    text(this.root, "rolled-words", plane.last ? rolledWords(this.fight) : gettext("No roll yet"));
    part(this.root, "leave").hidden = !plane.phenomenon;
    const mayRoll = this.#mayAct() && this.isMine;
    for (const button of [part(this.root, "roll"), part(this.root, "leave"), part(this.root, "walk"), ...part(this.root, "own-die").querySelectorAll("[data-face]")]) {
      this.#state(button, mayRoll);
    }
    this.#drawDie(plane);
  }

  // A new roll turns the cube before its result is seen.
  #drawDie({ last, rolls, walked }) {
    const cube = part(this.root, "cube");
    const key = JSON.stringify([this.fight.turn.number, rolls, walked, last]);
    const isNew = this.last !== null && this.last.key !== key && rolls > 0 && this.last.rolls !== rolls;
    this.last = { key, rolls };
    cube.dataset.face = last?.face ?? "none";
    icon(part(this.root, "face"), `planar-${last?.face ?? "blank"}`);
    if (!isNew) return;
    this.say(rolledWords(this.fight));
    if (isStill()) return;
    cube.classList.remove("is-rolling");
    void cube.offsetWidth; // begins anew where the last roll still turns
    cube.classList.add("is-rolling");
    this.root.classList.toggle("has-walked", last.face === "planeswalk");
    setTimeout(() => cube.classList.remove("is-rolling"), ROLLING);
  }

  #drawExtra(sides) {
    const make = () => {
      const node = element("button", "button button--quiet course__extra");
      node.type = "button";
      node.addEventListener("click", () => this.#mayAct() && this.#ask({ type: "turn", number: this.fight.turn.number, extra: node.fighter }));
      return node;
    };
    list(part(this.root, "extra-turns"), sides.filter(({ out }) => !out), ({ fighter }) => fighter, make, (node, { fighter, name }) => {
      node.fighter = fighter;
      const words = interpolate(extraTurn, { name: isolate(name) });
      if (node.textContent !== words) node.textContent = words;
      this.#state(node, this.#mayAct());
    });
  }

  #mayAct() {
    return this.isFree && !this.isWaiting;
  }

  #roll(face) {
    if (!this.#mayAct() || !this.isMine) return;
    const { turn, plane } = this.fight;
    this.#ask({ type: "roll", turn: turn.number, rolls: plane.rolls, ...(face ? { face } : {}) });
  }

  #walk() {
    if (this.#mayAct() && this.isMine) this.#ask({ type: "walk", walked: this.fight.plane.walked });
  }

  #ask(message) {
    this.ask({ ...message, fight: this.fight.fight });
  }

  #state(button, isOn) {
    button.setAttribute("aria-disabled", String(!isOn));
  }
}

const numberWords = ({ number }) => interpolate(gettext("Turn %(number)s"), { number });

const controlWords = (fight) => interpolate(controlledBy, { name: isolate(nameIn(fight, fight.plane.controller)) });

const leftWords = ({ left }) => interpolate(ngettext("%(count)s card face down", "%(count)s cards face down", left), { count: left });
