// Words with names and numbers.

import { gettext, interpolate, locale, ngettext } from "./gettext.js";

export const number = (value) => (value === null || value === undefined ? "" : value.toLocaleString(locale));

export const cards = (count) => interpolate(ngettext("%(count)s card", "%(count)s cards", count), { count });

export const fighters = (count) => interpolate(ngettext("%(count)s fighter", "%(count)s fighters", count), { count });

// A person's name within a sentence: characters around it keep its direction to itself. `text` of dom.js draws them as <bdi>.
export const isolate = (name) => `\u2068${name}\u2069`;

// "Ben", "Ben and Cem", "Ben, Cem and 3 others", each name isolated
export const names = (list, most = 3) => {
  const people = list.map(isolate);
  if (people.length > most) {
    const [first, count] = [people.slice(0, most - 1).join(", "), people.length - most + 1];
    return interpolate(ngettext("%(names)s and %(count)s other", "%(names)s and %(count)s others", count), { names: first, count });
  }
  if (people.length < 2) return people.join("");
  return interpolate(gettext("%(names)s and %(last)s"), { names: people.slice(0, -1).join(", "), last: people.at(-1) });
};

// Seconds as "28", from a minute on as "2:05".
export const time = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

// Seconds as one says them: "28 seconds", "5 minutes", "2:05".
export const duration = (seconds) => {
  const count = Math.max(0, Math.ceil(seconds));
  if (count >= 60 && count % 60) return time(count);
  if (count >= 60) return interpolate(ngettext("%(count)s minute", "%(count)s minutes", count / 60), { count: count / 60 });
  return interpolate(ngettext("%(count)s second", "%(count)s seconds", count), { count });
};

// Which way packs are passed on.
export const PASS = { left: gettext("pass left"), right: gettext("pass right") };

// The same when it has turned.
export const PASS_NOW = { left: gettext("Now pass left"), right: gettext("Now pass right") };
