import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

// Just enough of a browser for the line to the server.
class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];
  constructor(url) {
    this.url = url;
    Socket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  says(message) {
    this.readyState = 1;
    this.onmessage({ data: JSON.stringify(message) });
  }
}
let page;
globalThis.WebSocket = Socket;
globalThis.location = { href: "http://store.test/events/K7QF3M/" };
globalThis.document = Object.assign(new EventTarget(), { hidden: false });
globalThis.addEventListener = (...args) => page.addEventListener(...args);
const { Live } = await import("../../../static/js/lib/live.js");

const opened = () => {
  const live = new Live("/ws/events/K7QF3M/");
  const heard = [];
  for (const type of ["state", "seat", "ack", "line", "closed"]) {
    live.addEventListener(type, ({ detail }) => heard.push([type, detail?.seq ?? detail]));
  }
  live.open();
  return { live, heard, socket: () => Socket.all.at(-1), states: () => heard.filter(([type]) => type === "state") };
};

beforeEach(() => {
  page = new EventTarget();
  Socket.all = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("the address is that of the page's server", () => {
  opened();
  assert.equal(Socket.all[0].url, "ws://store.test/ws/events/K7QF3M/");
});

test("a state that is not newer is dropped", () => {
  const { socket, states } = opened();
  for (const seq of [5, 5, 4, 6]) socket().says({ type: "state", seq });
  assert.deepEqual(states(), [["state", 5], ["state", 6]]);
});

test("the first state on a new socket counts whatever its number is", () => {
  const { socket, states } = opened();
  socket().says({ type: "state", seq: 9 });
  socket().onclose({ code: 1006 });
  mock.timers.tick(1000);
  assert.equal(Socket.all.length, 2);
  socket().says({ type: "state", seq: 2 });
  assert.deepEqual(states().at(-1), ["state", 2]);
});

test("a gap is asked about, and the answer counts", () => {
  const { socket, states } = opened();
  socket().says({ type: "state", seq: 1 });
  socket().says({ type: "seat", seq: 4, seat: 0, chosen: true });
  assert.deepEqual(socket().sent, [{ type: "resync" }]);
  socket().says({ type: "state", seq: 4 });
  assert.deepEqual(states().at(-1), ["state", 4]);
});

const seat = (number, ready) => ({ seat: number, fighter: number + 10, name: `F${number}`, ready });
const lobby = (seq, seats) => ({ type: "state", seq, clock: { now: "12:00" }, you: { seat: 0, name: "F0", ready: false }, table: { seats }, hint: null, seating: null });

test("a change in a lobby is heard as the whole of it", () => {
  const { live, socket } = opened();
  const states = [];
  live.addEventListener("state", ({ detail }) => states.push(detail));
  socket().says(lobby(5, [seat(0, false), seat(1, false)]));
  socket().says({ type: "lobby", seq: 8, since: 5, now: "12:01", seats: [seat(0, true), seat(2, false)], seating: [[10, 11, 12]], hint: "Soon", enough: true });
  socket().says({ type: "lobby", seq: 9, since: 8, now: "12:02", seats: [seat(1, true)], seating: [[10, 11, 12]], hint: "Soon", enough: true });
  assert.deepEqual(states[2], {
    ...lobby(9, [seat(0, true), seat(1, true), seat(2, false)]),
    you: { seat: 0, name: "F0", ready: true }, clock: { now: "12:02" }, seating: [[10, 11, 12]], hint: "Soon", enough: true,
  });
  assert.deepEqual(socket().sent, []);
});

test("a change of a lobby that builds on what this device has not got is asked about, an old one is dropped", () => {
  const { socket, states } = opened();
  socket().says(lobby(5, [seat(0, false)]));
  socket().says({ type: "lobby", seq: 5, since: 4, now: "", seats: [seat(0, true)], seating: null, hint: null });
  assert.deepEqual(socket().sent, []);
  socket().says({ type: "lobby", seq: 9, since: 7, now: "", seats: [seat(0, true)], seating: null, hint: null });
  assert.deepEqual([socket().sent, states().length], [[{ type: "resync" }], 1]);
  socket().says(lobby(9, [seat(0, true)]));
  assert.deepEqual(states().at(-1), ["state", 9]);
});

test("a pong that knows more is answered with a resync", () => {
  const { socket } = opened();
  socket().says({ type: "state", seq: 1 });
  mock.timers.tick(1_000);
  socket().says({ type: "pong", seq: 2 });
  assert.deepEqual(socket().sent, [{ type: "ping" }, { type: "resync" }]);
});

test("a page whose device slept on an open line asks for the state, since its clocks stood meanwhile", () => {
  const { socket } = opened();
  let [now, date] = [0, 1_700_000_000_000];
  mock.method(performance, "now", () => now);
  mock.method(Date, "now", () => date);
  socket().says({ type: "state", seq: 1 });
  mock.timers.tick(1_000);
  [now, date] = [now + 1_000, date + 1_000];
  socket().says({ type: "pong", seq: 1 });
  assert.deepEqual(socket().sent, [{ type: "ping" }]);
  mock.timers.tick(10_000);
  [now, date] = [now + 10_000, date + 40_000];
  socket().says({ type: "pong", seq: 1 });
  assert.deepEqual(socket().sent.slice(1), [{ type: "ping", ms: 1_000 }, { type: "resync" }]);
  mock.restoreAll();
});

test("a ping carries how long the answer to the one before took, however much is said in between", () => {
  const { socket } = opened();
  let now = 0;
  mock.method(performance, "now", () => now);
  socket().says({ type: "state", seq: 1 });
  for (const took of [42.3, 815]) {
    mock.timers.tick(socket().sent.length ? 10_000 : 1_000);
    now += took;
    socket().says({ type: "pong", seq: 1 });
    socket().says({ type: "seat", seq: socket().sent.length + 1, seat: 0, chosen: true });
  }
  mock.timers.tick(10_000);
  assert.deepEqual(socket().sent, [{ type: "ping" }, { type: "ping", ms: 42 }, { type: "ping", ms: 815 }]);
  mock.restoreAll();
});

test("a time measured on another line, or while the page slept, is not told", () => {
  const { socket } = opened();
  let now = 0;
  mock.method(performance, "now", () => now);
  socket().says({ type: "state", seq: 1 });
  mock.timers.tick(1_000);
  now += 30_000;
  socket().says({ type: "pong", seq: 1 });
  mock.timers.tick(10_000);
  now += 42;
  socket().says({ type: "pong", seq: 1 });
  assert.deepEqual(socket().sent, [{ type: "ping" }, { type: "ping" }]);
  socket().onclose({ code: 1006 });
  mock.timers.tick(1_000);
  socket().says({ type: "state", seq: 1 });
  mock.timers.tick(1_000);
  assert.deepEqual(socket().sent, [{ type: "ping" }]);
  mock.restoreAll();
});

test("a ping does not make who waits for an ack wait longer", () => {
  const { live, socket, heard } = opened();
  socket().says({ type: "state", seq: 1 });
  live.send({ type: "choose", id: "a", round: 1, pass: 1, cards: [1] });
  mock.timers.tick(1_000);
  assert.deepEqual(socket().sent.at(-1), { type: "ping" });
  mock.timers.tick(4_000);
  assert.deepEqual(heard.at(-1), ["line", "offline"]);
});

test("a silent line is given up and opened again", () => {
  const { socket, heard } = opened();
  socket().says({ type: "state", seq: 1 });
  mock.timers.tick(1_000);
  socket().says({ type: "pong", seq: 1 });
  mock.timers.tick(10_000);
  mock.timers.tick(5_000);
  assert.deepEqual(heard.at(-1), ["line", "offline"]);
  mock.timers.tick(1000);
  assert.equal(Socket.all.length, 2);
});

test("a message that wants an answer and gets none ends the line as well", () => {
  const { live, socket, heard } = opened();
  socket().says({ type: "state", seq: 1 });
  live.send({ type: "choose", id: "a", round: 1, pass: 1, cards: [1] });
  mock.timers.tick(5_000);
  assert.deepEqual(heard.at(-1), ["line", "offline"]);
});

test("a seat that was moved does not come back", () => {
  const { socket, heard } = opened();
  socket().says({ type: "state", seq: 1 });
  socket().onclose({ code: 4001 });
  mock.timers.tick(60_000);
  assert.deepEqual([heard.at(-1), Socket.all.length], [["closed", 4001], 1]);
});

test("in a hurry the line is tried at once and every two seconds, and afterwards as before", () => {
  const { live, socket } = opened();
  const pings = () => socket().sent.filter(({ type }) => type === "ping").length;
  socket().says({ type: "state", seq: 1 });
  live.hurry = true;
  live.hurry = true;
  assert.equal(pings(), 1);
  for (const count of [2, 3]) {
    socket().says({ type: "pong", seq: 1 });
    mock.timers.tick(2_000);
    assert.equal(pings(), count);
  }
  live.hurry = false;
  socket().says({ type: "pong", seq: 1 });
  mock.timers.tick(9_999);
  assert.equal(pings(), 3);
  mock.timers.tick(1);
  assert.equal(pings(), 4);
});

const fails = () => Socket.all.at(-1).onclose({ code: 1006 });

// How many tenths of a second pass until the line is tried again.
const tenthsUntilTried = () => {
  const before = Socket.all.length;
  let tenths = 0;
  for (; Socket.all.length === before; tenths += 1) mock.timers.tick(100);
  return tenths;
};

const failsOften = () => {
  for (let times = 0; times < 8; times += 1) {
    fails();
    tenthsUntilTried();
  }
  fails();
};

const isWithin = (least, tenths, most) => assert.ok(least <= tenths && tenths <= most, `${tenths} tenths`);

test("a line that comes to nothing is tried every five seconds or so, and in a hurry every second", () => {
  const { live } = opened();
  failsOften();
  isWithin(35, tenthsUntilTried(), 65);
  live.hurry = true;
  for (let times = 0; times < 3; times += 1) {
    fails();
    isWithin(7, tenthsUntilTried(), 13);
  }
});

test("when the network is back the line is tried at once, and soon again if that comes to nothing", () => {
  opened();
  failsOften();
  const before = Socket.all.length;
  page.dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, before + 1);
  fails();
  isWithin(2, tenthsUntilTried(), 4);
});

test("a seat that is open in too many places is not connected again but by a tap", () => {
  const { live, heard, socket } = opened();
  socket().onclose({ code: 4009 });
  mock.timers.tick(60_000);
  page.dispatchEvent(new Event("online"));
  assert.deepEqual([heard.at(-1), Socket.all.length], [["closed", 4009], 1]);
  live.again();
  assert.equal(Socket.all.length, 2);
});

test("a seat that was taken away may be looked for again, and be given up", () => {
  const { live, socket, states } = opened();
  socket().says({ type: "state", seq: 5 });
  socket().onclose({ code: 4001 });
  live.again();
  assert.equal(Socket.all.length, 2);
  socket().says({ type: "state", seq: 3 });
  assert.deepEqual(states().at(-1), ["state", 3]);
  live.close();
  mock.timers.tick(60_000);
  assert.equal(Socket.all.length, 2);
});

test("why the server is about to close is told", () => {
  const { live, socket } = opened();
  const reasons = [];
  live.addEventListener("ended", ({ detail }) => reasons.push(detail.reason));
  socket().says({ type: "state", seq: 1 });
  socket().says({ type: "ended", reason: "removed" });
  assert.deepEqual(reasons, ["removed"]);
});

test("a page that hangs up hears nothing more, and does not come back", () => {
  const { live, socket, heard } = opened();
  socket().says({ type: "state", seq: 1 });
  const before = heard.length;
  live.close();
  live.open();
  mock.timers.tick(20_000);
  assert.deepEqual([Socket.all.length, Socket.all[0].readyState, heard.length], [1, 3, before]);
});
