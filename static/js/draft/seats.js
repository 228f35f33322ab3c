// The state of a seat and whether its fighter is there, as the server says it: one icon and one wording for phone, TV and panel.
//
// `word` stands alone ("done by time"; `short` of presence and hurry where there is little room), `words` follow a name ("Ben" + "has run out of time"), `own` follow "You".

import { gettext, interpolate } from "../lib/gettext.js";
import { away, awayFor, bot, choosing, done, doneByTime, gettingReady, looking, noCards, ready, seen } from "./sentences.js";

export const MARKS = 12; // glyphs `seat-0` … of icons.html, colours `--seat-0` … of site/tokens.css: one for each place of the largest table

const turn = (icon, word, words, own) => ({ icon, word, words, own });

const TURNS = {
  choosing: turn("i-choosing", choosing, gettext("is choosing"), gettext("are choosing")),
  done: turn("i-check", done, gettext("has chosen"), gettext("have chosen")),
  done_by_time: turn("i-clock", doneByTime, gettext("has run out of time"), gettext("have run out of time")),
  bot: turn("i-bot", bot, gettext("is played by a bot"), gettext("are replaced by a bot")),
  no_cards: turn("i-minus", noCards, gettext("has no cards"), gettext("have no cards")),
  looking: turn("i-eye", looking, gettext("is looking at the cards"), gettext("are looking at your cards")),
  seen: turn("i-check", seen, gettext("has seen the cards"), gettext("have seen your cards")),
  ready: turn("i-check", ready, gettext("is ready"), gettext("are ready")),
  getting_ready: turn("i-choosing", gettingReady, gettext("is getting ready"), gettext("are not ready yet")),
};

// The state of the seat: `name` (the server's word, for data-turn), `icon`, `word`, `words`, `own`.
export const turnOf = (seat) => {
  const name = seat.turn in TURNS ? seat.turn : "choosing"; // so that a newer server's word does not break a page
  return { name, ...TURNS[name] };
};

// Whether the fighter is there: `name` (for data-presence), `icon` (null when here), `word`, `words`, `own` ("" when here).
// `time` is a ServerTime; without one an absence has no length.
export const presenceOf = (seat, time = null) => {
  if (seat.presence === "away") {
    const seconds = time?.since(seat.away_since) ?? null;
    return { name: "away", icon: "i-away", ...(seconds === null ? AWAY : absenceOf(minutes(seconds))) };
  }
  if (seat.presence === "weak") return { name: "weak", icon: "i-line", ...WEAK };
  return { name: "here", icon: null, word: "", words: "", own: "" };
};

const AWAY = { word: away, words: gettext("is away"), own: gettext("are away"), short: away };

const absenceOf = (time) => ({
  word: interpolate(awayFor, { time }),
  words: interpolate(gettext("has been away for %(time)s"), { time }),
  own: interpolate(gettext("have been away for %(time)s"), { time }),
  short: interpolate(gettext("away %(time)s"), { time }),
});

const WEAK = {
  word: gettext("weak signal"),
  words: gettext("has a weak connection"),
  own: gettext("have a weak connection"),
  short: gettext("weak signal"),
};

// A fighter who has only five seconds in this pass: the same fields, or null.
export const hurryOf = (seat) => (seat.hurried ? HURRIED : null);

const HURRIED = {
  name: "hurried",
  icon: "i-clock",
  word: gettext("5 s"),
  short: gettext("5 s"),
  words: gettext("has 5 seconds until they act"),
  own: gettext("have 5 seconds until you act"),
};

export const isAway = (seat) => seat.presence === "away";

// All of it as it follows a name: "has chosen, has been away for 0:34". `isOwn`: as it follows "You".
export const seatWords = (seat, time = null, isOwn = false) =>
  [turnOf(seat), presenceOf(seat, time), hurryOf(seat)]
    .map((mark) => mark?.[isOwn ? "own" : "words"])
    .filter(Boolean)
    .join(", ");

// "0:34", "12:05".
export const minutes = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

// The server's time of day, known from its messages and how long ago they came: the device's own date is never read.
export class ServerTime {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.ahead = null;
  }

  // `stamp`: `clock.now` of a message that has just come.
  take(stamp) {
    this.ahead = Date.parse(stamp) - this.now();
  }

  // Seconds since that moment, or null where either is not known.
  since(stamp) {
    if (!stamp || this.ahead === null) return null;
    return Math.max(0, (this.now() + this.ahead - Date.parse(stamp)) / 1000);
  }

  // Seconds up to that moment, 0 once it is over; null where it cannot be told.
  until(stamp) {
    if (this.ahead === null) return null;
    return Math.max(0, (Date.parse(stamp) - this.now() - this.ahead) / 1000);
  }
}
