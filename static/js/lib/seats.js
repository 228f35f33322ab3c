// What a seat does and whether its fighter is there, as the server says it: one icon and one wording for phone, TV and panel.
//
// `word` stands alone ("done by time"; `short` of presence and hurry where there is little room), `words` follow a name ("Ben" + "ran out of time"), `own` follow "You".

const turn = (icon, word, words, own) => ({ icon, word, words, own });

const TURNS = {
  choosing: turn("i-choosing", "choosing", "is choosing", "are choosing"),
  done: turn("i-check", "done", "has chosen", "have chosen"),
  done_by_time: turn("i-clock", "done by time", "ran out of time", "ran out of time"),
  bot: turn("i-bot", "bot", "is played by a bot", "are replaced by a bot"),
  no_cards: turn("i-minus", "no cards", "has no cards", "have no cards"),
  looking: turn("i-eye", "looking", "is looking at the cards", "are looking at your cards"),
  seen: turn("i-check", "seen", "has seen the cards", "have seen your cards"),
  ready: turn("i-check", "ready", "is ready", "are ready"),
  getting_ready: turn("i-choosing", "getting ready", "is getting ready", "are not ready yet"),
};

// What the seat does: `name` (the server's word, for data-turn), `icon`, `word`, `words`, `own`.
export const turnOf = (seat) => {
  const name = seat.turn in TURNS ? seat.turn : "choosing"; // so that a newer server's word does not break a page
  return { name, ...TURNS[name] };
};

// Whether the fighter is there: `name` (for data-presence), `icon` (null when here), `word`, `words`, `own` ("" when here).
// `time` is a ServerTime; without one an absence has no length.
export const presenceOf = (seat, time = null) => {
  if (seat.presence === "away") {
    const seconds = time?.since(seat.away_since) ?? null;
    const word = seconds === null ? "away" : `away for ${minutes(seconds)}`;
    const short = seconds === null ? "away" : `away ${minutes(seconds)}`; // where there is no room
    return { name: "away", icon: "i-away", word, words: `is ${word}`, own: `are ${word}`, short };
  }
  if (seat.presence === "weak") {
    return { name: "weak", icon: "i-line", word: "weak line", words: "has a weak line", own: "have a weak line", short: "weak line" };
  }
  return { name: "here", icon: null, word: "", words: "", own: "" };
};

// A fighter who has only five seconds in this pass: the same fields, or null.
export const hurryOf = (seat) =>
  seat.hurried
    ? { name: "hurried", icon: "i-clock", word: "5 s", short: "5 s", words: "has 5 seconds until they act", own: "have 5 seconds until you act" }
    : null;

export const isAway = (seat) => seat.presence === "away";

// All of it as it follows a name: "has chosen, is away for 0:34". `isOwn`: as it follows "You".
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

// The server's time of day, told from its messages and from how long ago they came: the device's own date is never read.
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
}
