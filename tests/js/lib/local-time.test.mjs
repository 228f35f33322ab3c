import assert from "node:assert/strict";
import { test } from "node:test";

process.env.TZ = "America/New_York";
globalThis.document = { querySelectorAll: () => [] };
const { localTime, showLocalTimes } = await import("../../../static/js/lib/local-time.js");

test("a moment is said in the zone of the device", () => {
  const stamp = "2026-11-22T01:05:09+00:00";
  assert.deepEqual(
    ["time", "date", "moment", "brief"].map((format) => localTime(stamp, format)),
    ["20:05:09", "21 November 2026", "21 November 2026 at 20:05:09", "21 Nov 2026, 20:05"],
  );
});

test("midnight is hour 0", () => {
  assert.equal(localTime("2026-11-22T05:00:00Z", "time"), "00:00:00");
});

test("every marked time of a page is put in the device's words", () => {
  const node = { dateTime: "2026-11-22T01:05:09Z", dataset: { local: "time" }, textContent: "01:05:09 UTC" };
  showLocalTimes({ querySelectorAll: (selector) => (selector === "time[data-local]" ? [node] : []) });
  assert.equal(node.textContent, "20:05:09");
});
