// Times as a device's owner reads them: every <time datetime="…" data-local="time"> is shown in the zone of the device.
// `data-local`: "time" ("21:05:09"), "date" ("6 November 2026"), "moment" (both). Without this script the page says UTC.

import { locale } from "./gettext.js";

const DATE = { day: "numeric", month: "long", year: "numeric" };
const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
const FORMATS = {
  time: new Intl.DateTimeFormat(locale, TIME),
  date: new Intl.DateTimeFormat(locale, DATE),
  moment: new Intl.DateTimeFormat(locale, { ...DATE, ...TIME }),
};

export const localTime = (stamp, format) => FORMATS[format].format(new Date(stamp));

// To be called for what a script puts into the page later.
export const showLocalTimes = (root) => {
  for (const node of root.querySelectorAll("time[data-local]")) {
    node.textContent = localTime(node.dateTime, node.dataset.local);
  }
};

showLocalTimes(document);
