import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PileKeeper } from "../../../static/js/paper/pile-keeper.js";

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
globalThis.addEventListener = () => {};

beforeEach(() => kept.clear());

const keeper = (answers) => {
  const made = { sent: [], told: [] };
  made.keeper = new PileKeeper("pile", async (numbers) => (made.sent.push(numbers), answers.shift()), (state, answer) => made.told.push(answer?.said ?? state));
  made.keeper.begin([], "s0");
  return made;
};

test("entries kept in quick succession are sent once, as they are last", async () => {
  const { keeper: own, sent, told } = keeper([{ entered: [] }]);
  own.keep(["a"]);
  own.keep(["a", "b"]);
  await own.flush();
  await own.flush();
  assert.deepEqual([sent, told, kept.size], [[["a", "b"]], ["keeping", "keeping", "kept"], 0]);
});

test("an entry that no answer came for stays on the device, and is sent again", async () => {
  const { keeper: own, sent, told } = keeper([null, { entered: [] }]);
  own.keep(["a"]);
  await own.flush();
  assert.deepEqual([told.at(-1), keeper([]).keeper.unsent([])], ["offline", { numbers: ["a"], isStale: false }]);
  await own.flush();
  assert.deepEqual([sent.length, told.at(-1), keeper([]).keeper.unsent(["a"])], [2, "kept", null]);
});

test("an entry made elsewhere meanwhile is told from what a device had kept, and neither is lost", () => {
  const { keeper: own } = keeper([]);
  own.keep(["a"]);
  own.waiting = null;
  assert.deepEqual(own.unsent(["b", "c"]), { numbers: ["a"], isStale: true });
  assert.equal(own.unsent(["a"]), null);
  assert.equal(kept.size, 0);
});

test("another entry on the server stops what is sent until somebody decides, and what is typed meanwhile stays here", async () => {
  const { keeper: own, sent, told } = keeper([{ stored: ["x"], seen: "s1", refused: true, said: ["Meanwhile."] }, { entered: [], seen: "s2" }]);
  own.keep(["a"]);
  await own.flush();
  own.keep(["a", "b"]);
  await own.flush();
  assert.deepEqual([sent, told.at(-1), own.unsent(["x"])], [[["a"]], ["Meanwhile."], { numbers: ["a", "b"], isStale: true }]);
  own.begin(["x"], "s1");
  own.keep(["a", "b"]);
  await own.flush();
  assert.deepEqual([sent.at(-1), told.at(-1), own.seen], [["a", "b"], "kept", "s2"]);
});

test("an own entry whose answer was lost is no other one", async () => {
  const { keeper: own, sent, told } = keeper([null, { stored: ["a"], seen: "s1", refused: true, said: [] }, { entered: [], seen: "s2" }]);
  own.keep(["a"]);
  await own.flush();
  own.keep(["a", "b"]);
  assert.deepEqual(keeper([]).keeper.unsent(["a"]), { numbers: ["a", "b"], isStale: false });
  await own.flush();
  assert.deepEqual([sent, told.at(-1), own.seen], [[["a"], ["a", "b"], ["a", "b"]], "kept", "s2"]);
});

test("an entry that the server refuses is reported and not sent again", async () => {
  const { keeper: own, sent, told } = keeper([{ refused: true, said: ["No."] }]);
  own.keep(["a"]);
  await own.flush();
  await own.flush();
  assert.deepEqual([sent.length, told.at(-1)], [1, ["No."]]);
});

const asked = (answer) => async () => answer;

test("an entry by another device is taken over where this one has nothing of its own", async () => {
  const { keeper: own, told } = keeper([]);
  await own.look(asked({ stored: [], seen: "s0", said: "the same" }));
  await own.look(asked({ stored: ["x"], seen: "s1", said: "theirs" }));
  assert.deepEqual([told, own.seen, own.stored], [["theirs"], "s1", "x"]);
});

test("an entry by another device stops what this one has not sent yet, and not only when it is sent", async () => {
  const { keeper: own, sent, told } = keeper([{ entered: [] }]);
  own.keep(["a"]);
  await own.look(asked({ stored: ["x"], seen: "s1", said: "stale" }));
  await own.flush();
  assert.deepEqual([sent, told], [[], ["keeping", "stale"]]);
});

test("an answer that was on its way while something was kept is older than that", async () => {
  const { keeper: own, told } = keeper([{ entered: [], seen: "s2" }]);
  let answers;
  const looked = own.look(() => new Promise((resolve) => (answers = resolve)));
  own.keep(["a"]);
  await own.flush();
  answers({ stored: [], seen: "s1", said: "older" });
  await looked;
  assert.deepEqual([told, own.seen], [["keeping", "kept"], "s2"]);
});

test("news of another device while something is sent in vain is looked at afterwards", async () => {
  for (const isTold of ["before it is sent", "while it is sent", "once it is looked at"]) {
    let answers;
    const { keeper: own, told } = keeper([new Promise((resolve) => (answers = resolve))]);
    const looking = [];
    const look = () => own.look(async () => (looking.push(isTold), await null, { stored: ["x"], seen: "s1", said: "stale" }));
    const looks = isTold === "once it is looked at" ? [look()] : [];
    own.keep(["a"]);
    if (isTold === "before it is sent") looks.push(look());
    const sending = own.flush();
    if (isTold === "while it is sent") looks.push(look());
    answers(null);
    await Promise.all([sending, ...looks]);
    assert.equal(told.includes("stale"), true, isTold);
    assert.equal(looking.length > 0, true);
  }
});

test("the server's answer to an entry is not asked for once more", async () => {
  const { keeper: own, told } = keeper([{ entered: [], seen: "s1" }]);
  own.keep(["a"]);
  const sending = own.flush();
  await Promise.resolve(); // it is on its way
  await Promise.all([sending, own.look(() => assert.fail("it was asked for"))]);
  assert.deepEqual([told.at(-1), own.seen], ["kept", "s1"]);
});
