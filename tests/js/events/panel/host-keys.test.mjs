import assert from "node:assert/strict";
import { test } from "node:test";
import { deedOfKey } from "../../../../static/js/events/panel/host-keys.js";

const BODY = { closest: () => null };
const inside = (kind) => ({ closest: (kinds) => (kinds.split(",").includes(kind) ? {} : null) });

test("Space stops or lets go on, and plus gives more time", () => {
  assert.equal(deedOfKey({ key: " " }, BODY), "pause");
  assert.equal(deedOfKey({ key: "+" }, BODY), "extend");
  assert.equal(deedOfKey({ key: "x" }, BODY), null);
});

test("a key that is held, or comes with others, or was taken already does nothing", () => {
  for (const more of ["repeat", "ctrlKey", "metaKey", "altKey", "defaultPrevented"]) assert.equal(deedOfKey({ key: " ", [more]: true }, BODY), null);
});

test("who types is left alone, and Space presses the button that has the focus", () => {
  for (const kind of ["input", "textarea", "select", "dialog"]) {
    assert.deepEqual([deedOfKey({ key: " " }, inside(kind)), deedOfKey({ key: "+" }, inside(kind))], [null, null]);
  }
  assert.deepEqual([deedOfKey({ key: " " }, inside("button")), deedOfKey({ key: "+" }, inside("button"))], [null, "extend"]);
});
