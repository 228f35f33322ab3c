// The control panel, live. The server draws it; what changes often (who has chosen, the clock) is put into place here,
// and where anything else has changed the page is asked for again and its regions are exchanged.

import { Countdown } from "../lib/clock.js";
import { icon, part, text } from "../lib/dom.js";
import { Sounds } from "../lib/extras.js";
import { Live } from "../lib/live.js";
import { time } from "../lib/words.js";

const ICONS = { bot: "i-bot", done: "i-check", away: "i-away", choosing: "i-choosing", looking: "i-eye" };
const TYPED = "input:not([type=hidden])";
const SHORT = 10;
const WAIT = 150;
const TAP = 100;
const LONGEST_PRESS = 3000;

const host = document.getElementById("host");
const live = new Live(`/ws/events/${host.dataset.code}/?as=host`);
const sounds = new Sounds();
const clocks = new Map();
const title = document.title;
let drawn = null;
let state = null;
let soon = 0;
let press = Promise.resolve();

const wordOf = (seat, phase) => {
  if (seat.bot) return "bot";
  if (phase === "review" ? seat.ready : seat.chosen) return "done";
  if (!seat.connected) return "away";
  return phase === "review" ? "looking" : "choosing";
};

// What the server has to draw anew when it changes.
const outline = ({ event, fighters, tables, judge_calls }) =>
  JSON.stringify([
    event.phase,
    fighters,
    judge_calls.map((call) => call.id),
    tables.map((table) => [
      table.phase,
      table.direction,
      table.legion_rare,
      table.waiting_for_judge,
      table.clock.paused,
      table.seats.map((seat) => seat.bot),
    ]),
  ]);

const drawSeat = (node, seat, phase) => {
  const state = wordOf(seat, phase);
  const pill = part(node, "state");
  if (pill && pill.dataset.state !== state) {
    pill.dataset.state = state;
    pill.classList.toggle("is-done", state === "done");
    pill.classList.toggle("is-quiet", state !== "done");
    icon(pill, ICONS[state]);
    text(pill, "word", state);
  }
  for (const [name, value] of [["in-hand", seat.in_hand], ["face-down", seat.face_down]]) {
    if (part(node, name)) text(node, name, value);
  }
};

const drawTable = (table) => {
  const node = host.querySelector(`[data-table="${table.number}"]`);
  if (!node) return;
  for (const name of ["round", "pass", "passes"]) if (part(node, name)) text(node, name, table[name]);
  for (const seat of table.seats) {
    const row = node.querySelector(`[data-seat="${seat.seat}"]`);
    if (row) drawSeat(row, seat, table.phase);
  }
};

const drawClocks = () => {
  for (const [number, clock] of clocks) {
    const node = host.querySelector(`[data-table="${number}"] [data-part=clock]`);
    if (!node) continue;
    const left = clock.left;
    const words = left === null ? "" : time(left);
    if (node.textContent !== words) node.textContent = words;
    node.classList.toggle("is-short", clock.runs && left !== null && left <= SHORT);
  }
};

const draw = () => {
  for (const table of state.tables) drawTable(table);
  drawClocks();
  const calls = state.judge_calls.length;
  document.title = calls ? `(${calls}) Judge! · ${title}` : title;
};

const exchange = (fresh) => {
  for (const region of host.querySelectorAll("[data-region]")) {
    const other = fresh.querySelector(`[data-region="${region.dataset.region}"]`);
    const typing = region.contains(document.activeElement) && document.activeElement.matches(TYPED);
    if (!other || typing) continue;
    const open = [...region.querySelectorAll("details[open][id]")].map((node) => node.id);
    const focus = region.contains(document.activeElement) ? document.activeElement.closest("[id]")?.id : null;
    region.replaceChildren(...other.childNodes);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focus) (document.querySelector(`#${focus} > summary`) ?? document.getElementById(focus))?.focus();
  }
};

// Somebody may press a second time while the end of the first is waited for.
const released = async () => {
  for (let known = null; known !== press; ) await (known = press);
};

const refresh = async () => {
  const wanted = outline(state);
  const answer = await fetch(location.pathname, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok || answer.redirected) return location.reload();
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await released();
  exchange(fresh);
  drawn = wanted;
  draw();
  showLine(live.isLive ? "live" : "offline");
};

const showLine = (line) => {
  const pill = part(host, "line");
  pill.hidden = false;
  pill.textContent = line === "live" ? "live" : line === "offline" ? "no connection" : "connecting …";
  pill.className = `pill ${line === "live" ? "is-done" : line === "offline" ? "is-bad" : "is-quiet"}`;
};

// A button that is exchanged between the finger's coming and going would not be pressed. A tap follows its end; of a
// press that opens a menu of the browser's no end may be heard.
host.addEventListener("pointerdown", () => {
  press = new Promise((release) => {
    setTimeout(release, LONGEST_PRESS);
    const end = () => setTimeout(release, TAP);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { once: true });
  });
});

live.addEventListener("state", ({ detail }) => {
  const known = new Set(state?.judge_calls.map((call) => call.id));
  const rings = state && detail.judge_calls.some((call) => !known.has(call.id));
  state = detail;
  for (const table of state.tables) {
    if (!clocks.has(table.number)) clocks.set(table.number, new Countdown());
    clocks.get(table.number).take(table.clock);
  }
  draw();
  if (rings) sounds.play("call", [300, 100, 300]);
  if (outline(state) !== drawn) {
    clearTimeout(soon);
    soon = setTimeout(refresh, drawn === null ? 0 : WAIT);
  }
});
live.addEventListener("line", ({ detail }) => showLine(detail));
live.addEventListener("closed", () => location.reload());
setInterval(drawClocks, 200);
live.open();
