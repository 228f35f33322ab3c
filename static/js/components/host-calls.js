// What waits for the organizer: tables that have paused themselves, fights whose sides do not agree, and open calls for a judge.

import { clone, json, list, part, text } from "../lib/dom.js";
import { nameIn } from "../lib/fights.js";
import { gettext } from "../lib/gettext.js";
import { drawCard } from "./card.js";

const REASONS = json("reasons");

export class HostCalls {
  // `root` is the list as the server drew it.
  constructor(root) {
    this.root = root;
    this.keys = [...root.children].map((node) => node.dataset.key);
  }

  // Whether something has come since the last message, or since the server drew the page.
  draw({ judge_calls: calls, tables, pairings = [] }) {
    const stalled = tables.filter((table) => table.stalled).map((table) => ({ key: `stalled-${table.number}`, table }));
    const open = calls.map((call) => ({ key: `call-${call.id}`, call, table: tables.find(({ number }) => number === call.table) }));
    const disputes = pairings.filter(({ result }) => result?.disputed).map((fight) => ({ key: `dispute-${fight.fight}`, fight }));
    const items = [...stalled, ...disputes, ...open];
    const before = this.keys;
    this.keys = items.map(({ key }) => key);
    this.count = items.length;
    this.news = open.length ? gettext("Judge!") : disputes.length ? gettext("Dispute!") : gettext("Paused!");
    list(this.root, items, ({ key }) => key, make, draw);
    return this.keys.some((key) => !before.includes(key));
  }
}

const make = ({ call, fight }) => {
  if (fight) return clone("host-dispute");
  const node = clone(call ? (call.card ? "host-rare" : "host-question") : "host-stalled");
  if (call?.card) part(node, "card").replaceChildren(drawCard(call.card));
  return node;
};

const draw = (node, item) => {
  if (item.fight) drawDispute(node, item.fight);
  else if (item.call) drawCall(node, item);
  else drawStalled(node, item);
};

const drawDispute = (node, fight) => {
  node.dataset.dispute = fight.fight;
  node.querySelector("[name=fight]").value = fight.fight;
  ["one", "other"].forEach((side, place) => {
    const { fighter, name } = fight.sides[place];
    text(node, side, name);
    text(part(node, `${side}-won`), "name", name);
    part(node, `${side}-won`).value = fighter;
  });
  text(node, "table", fight.table);
  text(node, "entered-by", nameIn(fight, fight.result.entered_by));
  part(node, "draws").hidden = fight.must_be_won;
};

const drawCall = (node, { call, table }) => {
  node.dataset.call = call.id;
  text(node, "caller", table.seats[call.seat].name);
  text(node, "reason", REASONS[call.reason]);
  text(node, "table", call.table);
  if (call.card) {
    const isTimed = table.clock.seconds !== null;
    part(node, "clock-stands").hidden = !isTimed;
    part(node, "pass-waits").hidden = isTimed;
    text(node.lastElementChild, "number", call.card.number);
    text(node, "printed", call.card.name);
  }
  for (const field of node.querySelectorAll("[name=call]")) field.value = call.id;
};

const drawStalled = (node, { table: { number, stalled } }) => {
  node.dataset.stalled = number;
  text(node, "number", number);
  text(node, "table", number);
  text(node, "round", stalled.round);
  text(node, "pass", stalled.pass);
  node.querySelector("button").value = number;
};
