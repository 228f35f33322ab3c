// Times as a device's owner reads them: every <time datetime="…" data-local="time"> is shown in the zone of the device.
// `data-local`: "time" ("21:05:09"), "minute" ("21:05"), "date" ("6 November 2026"), "moment" (both), "brief" ("6 Nov 2026, 21:05"). Without this script the page says UTC.

import { whenIdle } from "./dom.js";
import { locale } from "./gettext.js";

const DATE = { day: "numeric", month: "long", year: "numeric" };
const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const BRIEF = { ...DATE, month: "short", ...MINUTE };
const OPTIONS = { time: TIME, minute: MINUTE, date: DATE, moment: { ...DATE, ...TIME }, brief: BRIEF };
const formats = {}; // each takes a slow device 20 milliseconds to make

export const localTime = (stamp, format) => {
  formats[format] ??= new Intl.DateTimeFormat(locale, OPTIONS[format]);
  return formats[format].format(new Date(stamp));
};

// To be called for what a script puts into the page later.
export const showLocalTimes = (root) => {
  for (const node of root.querySelectorAll("time[data-local]")) {
    node.textContent = localTime(node.dateTime, node.dataset.local);
  }
};

// The page is seen first.
whenIdle(() => showLocalTimes(document));
