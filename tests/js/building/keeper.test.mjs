import assert from "node:assert/strict";
import { test } from "node:test";
import { isLost, Keeper } from "../../../static/js/building/keeper.js";

const storage = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};

const server = (version, main, basics = {}, locked = false) => ({ version, main, command: [], basics, locked });
const own = (main, basics = {}) => ({ main, command: [], basics });

// A device on a line: what it has sent stands in `sent`.
const device = (changes = {}) => {
  const sent = [];
  const keeper = new Keeper({ key: "deck-A", storage: storage(), ask: (message) => sent.push(message), most: 99, ...changes });
  keeper.isLive = true;
  return { keeper, sent };
};

test("a move is sent at once, with the version that was seen", () => {
  const { keeper, sent } = device();
  keeper.take(server(3, [1]));
  keeper.change(own([1, 2], { Plains: 1 }));
  assert.deepEqual(sent, [{ type: "deck", seen: 3, main: [1, 2], command: [], basics: { Plains: 1 } }]);
  assert.equal(keeper.isStored, false);
});

test("moves that are made while one is on its way go out together after its answer", () => {
  const { keeper, sent } = device();
  keeper.take(server(3, []));
  for (const main of [[1], [1, 2], [1, 2, 3]]) keeper.change(own(main));
  assert.equal(sent.length, 1);
  keeper.settled();
  assert.deepEqual(sent.map(({ seen, main }) => [seen, main]), [[3, [1]], [4, [1, 2, 3]]]);
  keeper.settled();
  assert.equal(keeper.isStored, true);
  assert.equal(keeper.version, 5);
});

test("a state that came before the answer does not take a move back", () => {
  const { keeper } = device();
  keeper.take(server(3, []));
  keeper.change(own([1]));
  keeper.change(own([1, 2]));
  keeper.take(server(4, [1]));
  assert.deepEqual(keeper.own.main, [1, 2]);
  keeper.settled();
  assert.deepEqual(keeper.own.main, [1, 2]);
});

test("a change by another device is taken, and told", () => {
  const { keeper } = device();
  keeper.take(server(3, [1]));
  assert.equal(keeper.take(server(4, [1, 9])), true);
  assert.deepEqual(keeper.own.main, [1, 9]);
});

test("where another device was faster own moves are made again at its deck", () => {
  const { keeper, sent } = device();
  keeper.take(server(3, [1], { Plains: 2 }));
  keeper.change(own([1, 2], { Plains: 3 }));
  keeper.refused("stale");
  keeper.take(server(4, [9], { Plains: 4 }));
  assert.deepEqual(sent.at(-1), { type: "deck", seen: 4, main: [9, 2], command: [], basics: { Plains: 5 } });
});

test("lands that were stored already are not added twice", () => {
  const { keeper } = device();
  keeper.take(server(3, [], { Plains: 2 }));
  keeper.change(own([], { Plains: 3 }));
  keeper.take(server(4, [], { Plains: 3 }));
  keeper.settled();
  assert.equal(keeper.own.basics.Plains, 3);
});

test("a deck with fewer cards than it needs is kept, and sent with the card that makes it whole", () => {
  const { keeper, sent } = device({ least: 2 });
  keeper.take(server(3, [1], { Plains: 1 }));
  keeper.change(own([], { Plains: 1 }));
  assert.deepEqual([sent, keeper.isShort, keeper.isStored], [[], true, false]);
  keeper.change(own([2], { Plains: 1 }));
  assert.deepEqual(sent, [{ type: "deck", seen: 3, main: [2], command: [], basics: { Plains: 1 } }]);
});

test("without a line moves are kept on the device, and sent when it is back", () => {
  const kept = storage();
  const before = device({ storage: kept });
  before.keeper.take(server(3, [1]));
  before.keeper.isLive = false;
  before.keeper.change(own([1, 2]));
  assert.deepEqual(before.sent, []);
  const after = device({ storage: kept }); // the page is loaded anew
  after.keeper.take(server(3, [1]));
  assert.deepEqual(after.sent.at(-1), { type: "deck", seen: 3, main: [1, 2], command: [], basics: {} });
});

test("a change that was kept is made again at a deck that is newer by then", () => {
  const kept = storage();
  const before = device({ storage: kept });
  before.keeper.take(server(3, [1]));
  before.keeper.isLive = false;
  before.keeper.change(own([1, 2]));
  const after = device({ storage: kept });
  after.keeper.take(server(5, [7]));
  assert.deepEqual(after.sent.at(-1).main, [7, 2]);
});

test("a message from before the page was loaded is waited for, and not sent twice", () => {
  const { keeper, sent } = device({ isAsked: { type: "deck", seen: 3, main: [1], basics: {} } });
  keeper.take(server(4, [1]));
  assert.deepEqual(sent, []);
  keeper.settled();
  assert.equal(keeper.isStored, true);
});

test("once decks are locked the server's deck counts, and nothing is sent", () => {
  const { keeper, sent } = device();
  keeper.take(server(3, [1]));
  keeper.change(own([1, 2]));
  keeper.take(server(3, [1], { Plains: 39 }, true));
  keeper.refused("deck_locked");
  assert.deepEqual(keeper.own, own([1], { Plains: 39 }));
  keeper.change(own([5]));
  assert.equal(sent.length, 1);
});

test("a deck that was kept is lost where the one of record is another one", () => {
  const kept = { base: own([1]), own: own([1, 2], { Plains: 1 }), version: 3 };
  assert.equal(isLost(kept, server(3, [1], {}, true)), true);
  assert.equal(isLost(kept, { version: 4, main: [2, 1], basics: { Plains: 1, Swamp: 0 }, locked: true }), false);
});
