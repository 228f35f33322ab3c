import assert from "node:assert/strict";
import { test } from "node:test";
import { Lines } from "../../../static/js/lib/lines.js";

class Line extends EventTarget {
  constructor(path) {
    super();
    this.path = path;
    this.isOpen = false;
  }

  open() {
    this.isOpen = true;
  }

  close() {
    this.isOpen = false;
  }

  says(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
  }
}

test("there is a line to each table that is shown and to no other, and a line that is up stays up", () => {
  const [all, heard] = [[], []];
  const lines = new Lines("K7QF3M", (...what) => heard.push(what), (path) => all[all.push(new Line(path)) - 1]);
  const open = () => all.filter(({ isOpen }) => isOpen).map(({ path }) => Number(path.at(-1)));
  lines.show([1, 2]);
  lines.show([1, 3]);
  assert.equal(all[0].path, "/ws/events/K7QF3M/?table=1");
  assert.deepEqual([open(), all.length], [[1, 3], 3]);
  all[0].says("state", { seq: 4 });
  all[1].says("state", { seq: 5 }); // no page looks at it any more
  assert.deepEqual(heard, [[1, "state", { seq: 4 }]]);
});
