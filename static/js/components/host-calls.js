// What waits for the organizer, and for a judge: tables that have paused themselves, fights whose sides do not agree, and open calls for a judge.

import { clone, json, list, part, text } from "../lib/dom.js";
import { nameIn } from "../lib/fights.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";
import { drawCard } from "./card.js";
import { CALL_OF_CARD } from "./judge.js";

const REASONS = json("reasons");

export class HostCalls {
  #calls = [];

  // `root` is the list as the server drew it. `name` is that of the judge who looks, "" for the organizer.
  constructor(root, name = "") {
    this.root = root;
    this.name = name;
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
    this.#calls = open;
    list(this.root, items, ({ key }) => key, make, (node, item) => draw(node, item, this.name));
    return this.keys.some((key) => !before.includes(key));
  }

  // How long each has waited; `time` is a ServerTime.
  drawWaits(time) {
    for (const { key, call } of this.#calls) {
      const seconds = time.since(call.asked_at);
      const node = this.root.querySelector(`[data-key="${key}"]`);
      if (node && seconds !== null) text(node, "waited", minutes(seconds));
    }
  }
}

const minutes = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

// Who is on the way, as templatetags/judging.py says it.
const takenWords = ({ by, name }, isOwn) => {
  if (isOwn) return gettext("You are on the way");
  if (by === "organizer") return gettext("The organizer is on the way");
  return interpolate(gettext("%(name)s is on the way"), { name: isolate(name) });
};

const make = ({ call, fight }) => {
  if (fight) return clone("host-dispute");
  const node = clone(call ? templateOf(call) : "host-stalled");
  if (call?.card) part(node, "card").replaceChildren(drawCard(call.card));
  return node;
};

const templateOf = ({ card, reason }) => (card ? "host-rare" : reason === CALL_OF_CARD ? "host-blind" : "host-question");

const draw = (node, item, own) => {
  if (item.fight) drawDispute(node, item.fight);
  else if (item.call) drawCall(node, item, own);
  else drawStalled(node, item);
};

const drawDispute = (node, fight) => {
  node.dataset.dispute = fight.fight;
  ["one", "other"].forEach((side, place) => text(node, side, fight.sides[place].name));
  text(node, "table", fight.table);
  part(node, "refused").hidden = Boolean(fight.result.claim);
  part(node, "both-entered").hidden = !fight.result.claim;
  drawWinners(node, fight);
};

// A result that stands in question, and who can have won (templates/events/host_winners.html).
export const drawWinners = (node, fight) => {
  node.querySelector("[name=fight]").value = fight.fight;
  ["one", "other"].forEach((side, place) => {
    const { fighter, name } = fight.sides[place];
    text(part(node, `${side}-won`), "name", name);
    part(node, `${side}-won`).value = fighter;
  });
  text(node, "entered-by", nameIn(fight, fight.result.entered_by));
  part(node, "draws").hidden = fight.must_be_won;
};

const drawCall = (node, { call, table }, own) => {
  node.dataset.call = call.id;
  text(node, "caller", table.seats[call.seat].name);
  text(node, "reason", REASONS[call.reason]);
  text(node, "table", call.table);
  text(node, "seat", call.seat + 1);
  drawTaken(node, call, own);
  text(node, "note-for", table.seats[call.seat].name);
  part(node, "note").id = `note-${call.id}`;
  part(node, "note-label").htmlFor = `note-${call.id}`;
  const way = node.querySelector("[data-part=to-help]"); // with real packs: the steps at the table
  if (way) [way.href, way.hidden] = [`#help-${call.table}`, table.phase !== "drafting"];
  if (call.reason === CALL_OF_CARD) {
    const isTimed = table.clock.seconds !== null;
    part(node, "clock-stands").hidden = !isTimed;
    part(node, "pass-waits").hidden = isTimed;
  }
  if (call.card) {
    text(node.lastElementChild, "number", call.card.number);
    text(node, "printed", call.card.name);
  }
  for (const field of node.querySelectorAll("[name=call]")) field.value = call.id;
};

const drawTaken = (node, { taken }, own) => {
  const isOwn = taken !== null && (taken.by === "organizer" ? !own : taken.name === own);
  part(node, "taken").hidden = !taken;
  text(node, "taken-words", taken ? takenWords(taken, isOwn) : "");
  const form = part(node, "take");
  form.hidden = isOwn;
  form.elements.confirm.value = taken ? "take" : "";
  form.querySelector("button").classList.toggle("button--primary", Boolean(own) && !taken); // a judge has a way to go first
  part(node, "answer").classList.toggle("button--primary", !own || Boolean(taken));
  part(form, "come").hidden = Boolean(taken);
  part(form, "take-over").hidden = !taken;
};

const drawStalled = (node, { table: { number, stalled } }) => {
  node.dataset.stalled = number;
  text(node, "number", number);
  text(node, "table", number);
  text(node, "round", stalled.round);
  text(node, "pass", stalled.pass);
  node.querySelector("button").value = number;
};
