import assert from "node:assert/strict";
import { test } from "node:test";
import { SCALE, SOUNDS, lengthOf, wake } from "../../../static/js/lib/synth.js";

const tones = (name) => SOUNDS[name].filter(([voice]) => voice !== "air");

test("all sounds are of one scale and short, and those that a draft is heard by have one voice", () => {
  const pitches = Object.values(SCALE);
  for (const name of Object.keys(SOUNDS)) {
    assert.ok(lengthOf(name) < 1.5, name);
    for (const [, from, to] of tones(name)) assert.ok(pitches.includes(from) && pitches.includes(to), name);
  }
  for (const name of ["placed", "pass", "open", "turn", "reveal", "hurry"]) assert.ok(SOUNDS[name].some(([voice]) => voice === "reed"), name);
});

test("no two sounds have the same melody", () => {
  const melodies = Object.keys(SOUNDS).map((name) => tones(name).map(([, from]) => from).join());
  assert.equal(new Set(melodies).size, melodies.length);
});

test("the audio context rests once nothing sounds any more, and wakes for the next", async ({ mock }) => {
  const made = [];
  let device = Promise.resolve();
  globalThis.AudioContext = class {
    state = "suspended";
    constructor() {
      made.push(this);
    }
    async resume() {
      await device;
      this.state = "running";
    }
    async suspend() {
      this.state = "suspended";
    }
  };
  mock.timers.enable({ apis: ["setTimeout"] });
  const longest = 1000 * Math.max(...Object.keys(SOUNDS).map(lengthOf));
  assert.equal(await wake(), true);
  mock.timers.tick(longest);
  assert.equal(await wake(), true);
  mock.timers.tick(longest);
  assert.equal(made[0].state, "running");
  mock.timers.tick(longest);
  assert.equal(made[0].state, "suspended");
  assert.equal(await wake(), true);
  assert.equal(made.length, 1);

  mock.timers.tick(2 * longest);
  assert.equal(made[0].state, "suspended");
  let ready;
  device = new Promise((resolve) => (ready = resolve));
  const woken = wake();
  mock.timers.tick(900); // of a device that takes its time
  await new Promise((go) => setImmediate(go));
  ready();
  assert.equal(await woken, true);
});
