// Counters as a fighter sees them: what the server says, and on top of it what was counted here and is not shown by it yet.

import { gettext, interpolate } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";

// The counts made here. They wait in the outbox until it is acknowledged, and then here until a state shows it: so no
// count is seen to go back and forth.
export class Counts {
  #stored = [];
  rules = [];

  constructor(outbox) {
    this.outbox = outbox;
  }

  // The server has stored a count; states from this `seq` on show it.
  ack(message, seq) {
    this.#stored.push({ message, seq });
  }

  // A state was taken in. `rules` are those of its counters.
  take(seq, rules = []) {
    this.rules = rules;
    this.#stored = this.#stored.filter((each) => each.seq > seq);
  }

  // The counts of a fight that no state shows yet; one that takes from another counter is there twice.
  of(fight) {
    const all = [...this.#stored.map(({ message }) => message), ...this.outbox.waiting];
    return all.filter((message) => message.type === "count" && message.fight === fight).flatMap((message) => {
      const takes = this.rules.find(({ counter }) => counter === message.counter)?.takes;
      return takes ? [message, { fighter: message.fighter, counter: takes, by: -message.by }] : [message];
    });
  }
}

// Whether a count was for a side, or a fighter of one: what a team shares is counted in the name of any head.
export const isOf = ({ fighter, fighters = [] }, counted) => fighter === counted || fighters.some((each) => each.fighter === counted);

// Where a counter of a side stands, with what is still on its way.
export const standing = ({ counter, least, most }, { counters, ...of }, pending) => {
  const own = pending.filter((count) => isOf(of, count.fighter) && count.counter === counter);
  const value = own.reduce((sum, count) => sum + count.by, counters[counter]);
  return Math.min(most, Math.max(least, value));
};

// Where a counter of a fighter and another one stands, with what is still on its way.
export const pairStanding = ({ counter, start, least, most }, { fighter, from = {} }, source, pending) => {
  const own = pending.filter((count) => count.fighter === fighter && count.counter === counter && count.from === source);
  const value = own.reduce((sum, count) => sum + count.by, from[source] ?? start);
  return Math.min(most, Math.max(least, value));
};

// The counters of a side that are drawn, each as { rule, of }: `of` is the side, or the fighter of a team whose own it is.
export const countersOf = (side, rules) => {
  const shown = rules.filter(({ hidden }) => !hidden);
  const isTeam = side.fighters.length > 1;
  return shown.flatMap((rule) => (isTeam && rule.of === "fighter" ? side.fighters : [side]).map((of) => ({ rule, of })));
};

const MOST_PIPS = 10;

// Which way a counter goes towards a loss: 1 or -1; 0 where it decides no loss.
export const way = ({ start, loses_at: end }) => (end === null ? 0 : Math.sign(end - start));

// How many steps lead from the start to a loss, and how many are gone; null where there are none, or too many to be drawn one by one.
export const pips = (rule, value) => {
  if (rule.loses_at === null) return null;
  const all = Math.abs(rule.loses_at - rule.start);
  if (all > MOST_PIPS) return null;
  return { all, gone: Math.min(all, Math.max(0, way(rule) * (value - rule.start))) };
};

// A value as it is shown: life may be negative.
export const valueWords = (value) => String(value).replace("-", "−");

// "Damage +1 · Ben", "Commander damage +3 · Ben by Ann"
export const changeWords = ({ by, label, name, source }) => {
  const change = by > 0 ? `+${by}` : valueWords(by);
  if (source) return interpolate(gettext("%(counter)s %(change)s · %(name)s by %(source)s"), { name: isolate(name), counter: label, change, source: isolate(source) });
  return interpolate(gettext("%(counter)s %(change)s · %(name)s"), { name: isolate(name), counter: label, change });
};
