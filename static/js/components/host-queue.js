// Who needs the organizer: below those who call, whoever is missed, late or not ready, with the two things that help (templates/events/host_queue.html).

import { clone, icon, list, part, text } from "../lib/dom.js";
import { needsOf } from "../lib/needs.js";
import { presenceOf } from "../lib/seats.js";
import { drawWinners } from "./host-calls.js";

const ICONS = { away: "i-away", late: "i-clock", unready: "i-choosing" };

export class HostQueue {
  #needs = [];

  // `root` is the queue as the server drew it, `time` a ServerTime.
  constructor(root, time) {
    this.root = root;
    this.time = time;
  }

  // `calls`: how many call for the organizer, or wait for them at a table or a fight.
  draw(state, scene, calls) {
    this.#needs = needsOf(state, scene);
    const count = calls + this.#needs.length;
    part(this.root, "calm").hidden = count > 0;
    part(this.root, "queue-count").hidden = !count;
    text(this.root, "queue-count", count);
    list(part(this.root, "needs"), this.#needs, ({ key }) => key, make, draw);
    this.drawAbsences();
  }

  // Absences count up between two messages.
  drawAbsences() {
    this.#needs.forEach(({ seat }, index) => {
      if (!seat) return;
      const { word } = presenceOf(seat, this.time);
      const node = part(this.root, "needs").children[index];
      part(node, "since").hidden = !word;
      text(node, "since", word);
    });
  }
}

const make = ({ fight }) => clone(fight ? "host-guest-result" : "host-need");

const draw = (node, need) => (need.fight ? drawResult(node, need.fight) : drawNeed(node, need));

const drawResult = (node, fight) => {
  text(node, "waits-for", fight.sides.find(({ fighter }) => fighter !== fight.result.entered_by).name);
  drawWinners(node, fight);
};

const drawNeed = (node, { kind, seat }) => {
  node.dataset.need = kind;
  icon(part(node, "icon"), ICONS[kind]);
  for (const each of node.querySelectorAll("[data-of]")) each.hidden = !each.dataset.of.split(" ").includes(kind);
  part(node, "new-link").hidden = kind === "late" || seat.guest;
  part(node, "guest-link").hidden = kind === "late" || !seat.guest;
  for (const name of node.querySelectorAll("[data-part=name]")) if (name.textContent !== seat.name) name.textContent = seat.name;
  part(node, "where").hidden = !seat.table;
  text(node, "table", seat.table);
  text(node, "place", seat.seat + 1);
  for (const button of node.querySelectorAll("[name=fighter]")) button.value = seat.fighter;
  part(node, "extend").value = seat.table;
};
