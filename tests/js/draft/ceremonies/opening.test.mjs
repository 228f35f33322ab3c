import assert from "node:assert/strict";
import { test } from "node:test";
import { beatsOf } from "../../../../static/js/draft/ceremonies/opening.js";
import { lightAt, lightOf } from "../../../../static/js/lib/light.js";
import { HEIGHT, WIDTH, chance, tornEdge, wrapperOf } from "../../../../static/js/draft/ceremonies/wrapper-paths.js";

const order = (leaves) => leaves.map((_, card) => card).sort((one, other) => leaves[one] - leaves[other]);

test("the commons come out first and the rarest last", () => {
  const { leaves, rarest } = beatsOf(["foil", "paper", "gold", "paper", "silver"]);
  assert.deepEqual(order(leaves), [1, 3, 4, 2, 0]);
  assert.deepEqual(rarest, [0]);
});

test("both cards of a pair are the rarest, and of a pack of commons none is", () => {
  assert.deepEqual(beatsOf(["paper", "pair", "paper", "pair"]).rarest, [1, 3]);
  assert.deepEqual(beatsOf(["paper", "paper"]).rarest, []);
});

test("a pack of one to fifteen cards is open within two seconds", () => {
  for (let count = 1; count <= 15; count += 1) {
    const { ends, leaves } = beatsOf(Array(count).fill("foil"));
    assert.ok(ends < 2000 && Math.max(...leaves) < ends);
  }
});

test("a wrapper is drawn alike from the same words, and otherwise from others", () => {
  const hues = [2, 12, 20, 30];
  assert.deepEqual(wrapperOf("SMP01", hues), wrapperOf("SMP01", hues));
  assert.notEqual(wrapperOf("SMP01", hues).rosette, wrapperOf("SMP03", hues).rosette);
});

test("it is of two hues of its set, and of one where the set has no more", () => {
  for (const words of ["SMP01", "SMP02", "MAG01", ""]) {
    const { hue, second } = wrapperOf(words, [2, 12, 20, 30]);
    assert.ok(hue !== second && [2, 12, 20, 30].includes(hue) && [2, 12, 20, 30].includes(second));
  }
  assert.deepEqual([wrapperOf("X", [7]).hue, wrapperOf("X", [7]).second], [7, 7]);
  assert.doesNotMatch(JSON.stringify(wrapperOf("X", [])), /null|NaN/);
});

test("the edge of both pieces leads across the wrapper, above its sign", () => {
  const edge = tornEdge("SMP01");
  assert.deepEqual([edge[0][0], edge.at(-1)[0]], [0, WIDTH]);
  assert.ok(edge.every(([, y]) => y > 0 && y < HEIGHT / 4));
});

test("chance is never outside of what it is asked for", () => {
  for (let place = 0; place < 500; place += 1) assert.ok(chance(`${place}`, 6) >= 0 && chance(`${place}`, 6) < 6);
});

test("light stands where the pointer is, and never beyond the card", () => {
  const box = { left: 100, top: 50, width: 200, height: 300 };
  assert.deepEqual(lightAt(box, 200, 200), { x: 0, y: 0 });
  assert.deepEqual(lightAt(box, 300, 900), { x: 1, y: 1 });
});

test("light moves with the device from where it was held at first, where it tells", () => {
  assert.deepEqual(lightOf({ beta: 57, gamma: -90 }, { beta: 45, gamma: 0 }), { x: -1, y: 0.5 });
  assert.equal(lightOf({ beta: null, gamma: null }, { beta: null, gamma: null }), null);
});
