// The two sentences at the foot of the big screen: what is awaited, and what else everybody should know. Both are worked out from the
// same state, so that they agree with each other and with what the seats show.

import { isAway, minutes } from "./seats.js";
import { isolate, names, plural } from "./words.js";

const nameOf = ({ name }) => name;

// `[words, more]` for a state of the protocol. `time` is a ServerTime, for absences that count up; without one they have no length.
export const sentences = (state, time = null) => {
  const { phase, stopped } = state.event;
  if (phase === "lobby") return lobbyWords(state.table);
  if (phase === "drafting" || phase === "review") return tableWords(state, time);
  return stopped ? stoppedWords(state.table) : ["The draft is over.", "Sleeve your cards; all that you chose is your deck."];
};

const lobbyWords = ({ seats }) => {
  const drawn = "Seats are drawn at random when the draft starts.";
  if (!seats.length) return ["Scan the code to take a place.", drawn];
  const missing = seats.filter((seat) => !seat.bot && !seat.ready);
  return [missing.length ? `Not ready yet: ${names(missing.map(nameOf), 4)}.` : "Everyone is ready.", drawn];
};

const stoppedWords = ({ round, rounds }) => ["The organizer has stopped the event.", `The draft had come to pack ${round} of ${rounds}.`];

const tableWords = (state, time) => {
  const { table, event, clock } = state;
  if (clock.paused) return [pausedWords(clock), calledWords(table) || awaitedWords(table) || pausedMore(clock)];
  if (table.waiting_for_judge) return ["A judge looks at a card.", judgeMore(clock)];
  if (event.phase === "review") return [reviewWords(table.seats), calledWords(table) || reviewMore(clock)];
  const late = table.seats.filter((seat) => seat.turn === "choosing");
  return [late.length ? waitingWords(late, time) : "Everyone has chosen.", calledWords(table) || rareWords(table) || handWords(table.seats, late)];
};

const pausedWords = ({ paused_by: by }) => (by === "time" ? "Nobody chose in time." : "The organizer has paused the draft.");

const pausedMore = ({ paused_by: by }) =>
  by === "time" ? "The organizer has been called." : "Nobody chooses until the organizer goes on.";

const awaitedWords = ({ waiting_for_judge: isWaiting }) => (isWaiting ? "A judge looks at a card." : "");

const judgeMore = ({ seconds }) =>
  seconds === null ? "The draft goes on when the judge has decided." : "The clock stands until the judge has decided.";

// A call about anything but a Legion Rare: it names the seat and holds nobody up.
const calledWords = ({ seats, judge_called: called = [] }) => {
  const callers = called.map((seat) => seats[seat]?.name).filter(Boolean);
  return callers.length ? `${names(callers)} ${callers.length > 1 ? "have" : "has"} called a judge.` : "";
};

const rareWords = ({ legion_rare: isRare, pass }) =>
  isRare && pass === 1 ? "Legion Rare verified: trigger and two other cards this pack." : "";

const reviewWords = (seats) => {
  const looking = seats.filter((seat) => seat.turn === "looking");
  return looking.length ? "Look at your own cards." : "Everyone has seen their cards.";
};

const reviewMore = ({ deadline }) =>
  `They are closed again when all have seen them${deadline ? ", or when the time is up" : " or the organizer goes on"}.`;

// "Waiting for Ann and Cem, and for Ben, whose phone is away for 0:34."
const waitingWords = (late, time) => {
  const [here, away] = [late.filter((seat) => !isAway(seat)), late.filter(isAway)];
  const parts = [here.length ? `for ${names(here.map(nameOf), away.length ? 2 : 3)}` : "", away.length ? `for ${awayWords(away, time)}` : ""];
  return `Waiting ${parts.filter(Boolean).join(", and ")}.`;
};

const awayWords = (away, time) => {
  if (away.length > 1) return `${names(away.map(nameOf))}, whose phones are away`;
  const seconds = time?.since(away[0].away_since) ?? null;
  return `${isolate(away[0].name)}, whose phone is away${seconds === null ? "" : ` for ${minutes(seconds)}`}`;
};

// How many cards a fighter who still chooses should hold; nothing where hands differ.
const handWords = (seats, late) => {
  const hands = new Set(late.map((seat) => seat.in_hand));
  if (hands.size !== 1) return "";
  const cards = plural(late[0].in_hand, "card");
  if (seats.every((seat) => seat.in_hand === late[0].in_hand)) return `Everyone should hold ${cards}.`;
  return late.length === 1 ? `${isolate(late[0].name)} should hold ${cards}.` : `Those who still choose should hold ${cards}.`;
};
