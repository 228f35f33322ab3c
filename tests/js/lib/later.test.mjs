import assert from "node:assert/strict";
import { test } from "node:test";
import { InOrder, loaded } from "../../../static/js/lib/later.js";

test("a call that comes while something is waited for is done after it, in its order", async () => {
  const done = [];
  const order = new InOrder();
  let finish;
  order.do(() => done.push("first"));
  const waited = order.after(() => new Promise((go) => (finish = go)));
  order.do(() => done.push("second"));
  order.do(() => done.push("third"));
  assert.deepEqual(done, ["first"]);
  finish();
  await waited;
  order.do(() => done.push("fourth"));
  assert.deepEqual(done, ["first", "second", "third", "fourth"]);
});

test("a call that waits again while catching up keeps the order", async () => {
  const done = [];
  const order = new InOrder();
  const again = { waited: null };
  const waited = order.after(async () => {});
  order.do(() => {
    done.push("first");
    again.waited = order.after(async () => done.push("loaded"));
  });
  order.do(() => done.push("second"));
  await waited;
  await again.waited;
  assert.deepEqual(done, ["first", "loaded", "second"]);
});

test("a module that cannot be had at once is had later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries < 3) throw new Error("no line");
    return "a module";
  };
  const had = loaded(load);
  for (let turn = 0; turn < 20; turn += 1) {
    await null;
    context.mock.timers.tick(1000);
  }
  assert.deepEqual([await had, tries], ["a module", 3]);
});

test("a module that is never had is given up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const had = loaded(
    () => Promise.reject(new Error("gone")),
    () => "loaded anew",
  );
  for (let turn = 0; turn < 40; turn += 1) {
    await null;
    context.mock.timers.tick(1000);
  }
  assert.equal(await had, "loaded anew");
});
