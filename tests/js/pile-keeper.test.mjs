import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PileKeeper } from "../../static/js/lib/pile-keeper.js";

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
globalThis.addEventListener = () => {};

beforeEach(() => kept.clear());

const keeper = (answers) => {
  const made = { sent: [], told: [] };
  made.keeper = new PileKeeper("pile", async (numbers) => (made.sent.push(numbers), answers.shift()), (state, said) => made.told.push(said ?? state));
  made.keeper.begin([]);
  return made;
};

test("what is kept in quick succession is sent once, as it is last", async () => {
  const { keeper: own, sent, told } = keeper([{ entered: [] }]);
  own.keep(["a"]);
  own.keep(["a", "b"]);
  await own.flush();
  await own.flush();
  assert.deepEqual([sent, told, kept.size], [[["a", "b"]], ["keeping", "keeping", "kept"], 0]);
});

test("what no answer came for stays on the device, and is sent again", async () => {
  const { keeper: own, sent, told } = keeper([null, { entered: [] }]);
  own.keep(["a"]);
  await own.flush();
  assert.deepEqual([told.at(-1), keeper([]).keeper.unsent([])], ["offline", ["a"]]);
  await own.flush();
  assert.deepEqual([sent.length, told.at(-1), keeper([]).keeper.unsent(["a"])], [2, "kept", null]);
});

test("what was entered elsewhere meanwhile is not overwritten by what a device had kept", () => {
  const { keeper: own } = keeper([]);
  own.keep(["a"]);
  own.waiting = null;
  assert.equal(own.unsent(["b", "c"]), null);
  assert.equal(kept.size, 0);
});

test("what the server refuses is said and not sent again", async () => {
  const { keeper: own, sent, told } = keeper([{ refused: true, said: ["No."] }]);
  own.keep(["a"]);
  await own.flush();
  await own.flush();
  assert.deepEqual([sent.length, told.at(-1)], [1, ["No."]]);
});
