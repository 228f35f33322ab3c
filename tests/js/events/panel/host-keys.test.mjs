import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOfKey } from "../../../../static/js/events/panel/host-keys.js";

const BODY = { closest: () => null };
const inside = (kind) => ({ closest: (kinds) => (kinds.split(",").includes(kind) ? {} : null) });

test("Space stops or lets go on, and plus gives more time", () => {
  assert.equal(actionOfKey({ key: " " }, BODY), "pause");
  assert.equal(actionOfKey({ key: "+" }, BODY), "extend");
  assert.equal(actionOfKey({ key: "x" }, BODY), null);
});

test("a key that is held, or comes with others, or was taken already does nothing", () => {
  for (const more of ["repeat", "ctrlKey", "metaKey", "altKey", "defaultPrevented"]) assert.equal(actionOfKey({ key: " ", [more]: true }, BODY), null);
});

test("an organizer who types is left alone, and Space presses the button that has the focus", () => {
  for (const kind of ["input", "textarea", "select", "dialog"]) {
    assert.deepEqual([actionOfKey({ key: " " }, inside(kind)), actionOfKey({ key: "+" }, inside(kind))], [null, null]);
  }
  assert.deepEqual([actionOfKey({ key: " " }, inside("button")), actionOfKey({ key: "+" }, inside("button"))], [null, "extend"]);
});
