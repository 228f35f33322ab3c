// The two sentences at the foot of the big screen: what is awaited, and what else everybody should know. Both are worked out from the
// same state, so that they agree with each other and with what the seats show.

import { game } from "../../lib/game.js";
import { gettext, interpolate, ngettext } from "../../lib/gettext.js";
import { TIME_UP_WORDS, isBye, isOver, isPod } from "../../fights/fights.js";
import { otherSides } from "../../fights/results.js";
import { KEEP_WORDS, OVER_WORDS, isPaper, todoWords } from "../../paper/paper-words.js";
import { lookAtOwnCards, openFirstPack } from "../../paper/sentences.js";
import { areListed, buildWords, isBuilt } from "../../building/progress.js";
import { pilesOf, pilesWords } from "../../paper/piles.js";
import { THANKS } from "../ended.js";
import { isAway, minutes } from "../seats.js";
import { allPacksOpen, eventOver, seatsDrawn, twoOrMore } from "../sentences.js";
import { hasResults, isFoughtOut } from "../../fights/standings-words.js";
import { isolate, names } from "../../lib/words.js";

const nameOf = ({ name }) => name;

const MOST_NAMES = 3;

// `[words, more]` for a state of the protocol. `time` is a ServerTime, for absences that count up; without one they have no length.
// `most`: so many of those who are waited for are named, the others counted.
export const sentences = (state, time = null, most = MOST_NAMES) => {
  const { phase, stopped } = state.event;
  if (phase === "lobby") return lobbyWords(state);
  if (phase === "opening") return [isPaper(state) ? openFirstPack : gettext("Wait for the signal."), gettext("Everyone sits down first.")];
  if (phase === "drafting" || phase === "review") return tableWords(state, time, most);
  if (stopped) return stoppedWords(state.table);
  if (phase === "fighting") return fightWords(state, time);
  if (phase === "sharing" && state.share) return shareWords(state.share);
  if (phase === "finished" && state.standings) return endWords(state);
  if (isBuilt(state)) return buildWords(state, time);
  if (areListed(state.event)) return listedWords(state, most);
  const piles = pilesOf(state);
  if (piles.length) return [pilesWords(piles), KEEP_WORDS];
  if (state.event.packs_each) return [allPacksOpen, game().over];
  return [OVER_WORDS, isPaper(state) && !state.log_open ? KEEP_WORDS : game().over];
};

const drawnWords = ({ seating }) => (seating ? gettext("Sit clockwise in this order; the last sits next to the first.") : seatsDrawn);

const lobbyWords = (state) => {
  const { seats } = state.table;
  const drawn = drawnWords(state);
  if (!seats.length) return [gettext("Scan the code to take a place."), drawn];
  const missing = seats.filter((seat) => !seat.bot && !seat.ready);
  if (!missing.length) return [state.enough === false ? (state.hint ?? twoOrMore) : gettext("Everyone is ready."), drawn];
  return [interpolate(gettext("Not ready yet: %(names)s."), { names: names(missing.map(nameOf), 4) }), drawn];
};

const isChoosing = ({ turn }) => turn === "choosing";

const stoppedWords = (place) => [
  gettext("The organizer has stopped the event."),
  place.rounds === 0 ? gettext("No pack was opened.") : interpolate(gettext("The draft had come to pack %(round)s of %(rounds)s."), place),
];

const tableWords = (state, time, most) => {
  const { table, event, clock } = state;
  const isCounted = isPaper(state) && event.phase === "drafting";
  const checked = table.waiting_for_judge ? gettext("A judge is checking a card.") : "";
  if (clock.paused) return [pausedWords(clock), (isCounted && handWords(table.seats, table.seats.filter(isChoosing))) || calledWords(table) || checked || pausedMore(clock)];
  if (checked) return [checked, judgeMore(clock)];
  if (event.phase === "review") return [reviewWords(table.seats), calledWords(table) || reviewMore(clock)];
  const late = table.seats.filter(isChoosing);
  const isCalled = isPaper(state) && late.length === table.seats.length; // no card is placed: what is called stands there, large
  const words = isCalled ? todoWords(table.must_place, table, event.sets) : late.length ? waitingWords(late, time, most) : gettext("Everyone has chosen.");
  return [words, calledWords(table) || rareWords(table) || handWords(table.seats, late)];
};

const pausedWords = ({ paused_by: by }) => {
  if (by === "time") return gettext("Time ran out before anyone chose.");
  return by === "judge" ? gettext("A judge has paused the draft.") : gettext("The organizer has paused the draft.");
};

const pausedMore = ({ paused_by: by }) =>
  by === "time" ? gettext("The organizer has been called.") : gettext("Choosing waits until it resumes.");

const judgeMore = ({ seconds }) =>
  seconds === null ? gettext("The draft resumes when the judge decides.") : gettext("The clock is stopped until the judge decides.");

// A call that is not about one card: it names the fighter and stops no clock.
const calledWords = ({ seats, judge_called: called = [] }) => {
  const callers = called.map((seat) => seats[seat]?.name).filter(Boolean);
  if (!callers.length) return "";
  const words = ngettext("%(names)s has called a judge.", "%(names)s have called a judge.", callers.length);
  return interpolate(words, { names: names(callers) });
};

const rareWords = ({ legion_rare: isRare, pass }) =>
  isRare && pass === 1 ? game().call.verified : "";

const reviewWords = (seats) => {
  const looking = seats.filter((seat) => seat.turn === "looking");
  return looking.length ? lookAtOwnCards : gettext("Everyone has seen their cards.");
};

const reviewMore = ({ deadline }) =>
  deadline
    ? gettext("Cards go face down again when everyone is done or time runs out.")
    : gettext("Cards go face down again when everyone is done or the organizer continues.");

// "Waiting for Ann and Cem, and for Ben, whose phone has been away for 0:34."
const waitingWords = (late, time, most) => {
  const [here, away] = [late.filter((seat) => !isAway(seat)), late.filter(isAway)];
  const facts = { here: names(here.map(nameOf), away.length ? 2 : most), away: names(away.map(nameOf), most) };
  if (!away.length) return interpolate(gettext("Waiting for %(here)s."), facts);
  const seconds = away.length === 1 ? (time?.since(away[0].away_since) ?? null) : null;
  if (seconds !== null) return interpolate(here.length ? HERE_AND_AWAY_FOR : AWAY_FOR, { ...facts, time: minutes(seconds) });
  return interpolate(here.length ? hereAndAway(away.length) : allAway(away.length), facts);
};

const AWAY_FOR = gettext("Waiting for %(away)s, whose phone has been away for %(time)s.");
const HERE_AND_AWAY_FOR = gettext("Waiting for %(here)s, and for %(away)s, whose phone has been away for %(time)s.");

const allAway = (count) =>
  ngettext("Waiting for %(away)s, whose phone is away.", "Waiting for %(away)s, whose phones are away.", count);

const hereAndAway = (count) =>
  ngettext(
    "Waiting for %(here)s, and for %(away)s, whose phone is away.",
    "Waiting for %(here)s, and for %(away)s, whose phones are away.",
    count,
  );

// How many cards a fighter who still chooses should hold; nothing where hands differ.
const handWords = (seats, late) => {
  const hands = new Set(late.map((seat) => seat.in_hand));
  if (hands.size !== 1) return "";
  const { in_hand: count, name } = late[0];
  return interpolate(handOf(seats, late, count), { count, name: isolate(name) });
};

const handOf = (seats, late, count) => {
  if (seats.every((seat) => seat.in_hand === count)) {
    return ngettext("Everyone should hold %(count)s card.", "Everyone should hold %(count)s cards.", count);
  }
  if (late.length === 1) return ngettext("%(name)s should hold %(count)s card.", "%(name)s should hold %(count)s cards.", count);
  return ngettext("Those still choosing should hold %(count)s card.", "Those still choosing should hold %(count)s cards.", count);
};

// The fights --------------------------------------------------------------------------------------------------------

const fightWords = (state, time) => {
  const { round, pairings = [] } = state;
  const open = pairings.filter((fight) => !isOver(fight));
  if (!open.length) return roundOverWords(state);
  if (round.paused) return [roundPausedWords(round), game()?.isPlayed ? MOVES_WAIT : COUNTING_WAITS];
  if (isUp(round, time) && game()?.isPlayed) return [gettext("Time is up for this round."), gettext("When the organizer ends the round, kills decide the open battles.")];
  if (isUp(round, time)) return [TIME_UP_WORDS, timeUpWords(round)];
  return [onWords(open), awaitedResult(open)];
};

const COUNTING_WAITS = gettext("The clock is stopped. Counting waits until it runs again.");
const MOVES_WAIT = gettext("The clock is stopped. Moves wait until it runs again.");

const roundPausedWords = ({ paused_by: by }) =>
  by === "judge" ? gettext("A judge has paused the round.") : gettext("The organizer has paused the round.");

const isUp = ({ deadline }, time) => time?.since(deadline) > 0;

const onWords = (open) => interpolate(ngettext("%(count)s fight still going.", "%(count)s fights still going.", open.length), { count: open.length });

const awaitedResult = (open) => {
  const disputed = open.find(({ result }) => result?.disputed);
  if (disputed) return gettext("One result is being checked: the organizer or a judge decides.");
  const waiting = open.filter(({ result }) => result);
  if (!waiting.length && game()?.isPlayed) return "";
  if (!waiting.length) return open.every(isPod) ? gettext("One fighter enters the result, another one confirms it.") : gettext("One side enters the result, the other confirms it.");
  const awaited = { names: names(waiting.flatMap(others), 3) };
  return interpolate(waiting.length === 1 && isPod(waiting[0]) ? gettext("One of them has to confirm the result: %(names)s.") : gettext("To confirm the result: %(names)s."), awaited);
};

const others = (fight) => otherSides(fight, fight.result.entered_by).map(nameOf);

// The result of a fight without a winner when the night goes on.
const timeUpWords = ({ time_up: rule }) =>
  rule === "less_damage"
    ? gettext("An open fight is then won by whoever is further from losing, else it is a draw.")
    : gettext("An open fight is then a draw, unless one side has lost by its counters.");

const WHEN_READY = gettext("The organizer continues when everyone is ready.");

const roundOverWords = ({ round, pairings = [] }) => {
  const next = { next: round.number + 1 };
  if (!pairings.filter((fight) => !isBye(fight)).length && !round.last) {
    return [gettext("No fights here in this round."), interpolate(gettext("Round %(next)s comes later."), next)];
  }
  if (round.last) return [gettext("All rounds are done."), WHEN_READY];
  return [interpolate(gettext("Round %(next)s begins soon."), next), gettext("All results of this round are in.")];
};

// The fighter on turn when the cards are shared out. No card is named: not everybody before a big screen may see them. That all are shared
// is said in the scene above.
const shareWords = ({ people, turn, paused, paused_by: by, over, left, rarity }) => {
  if (over) return [gettext("Your phone shows which cards to hand to whom."), gettext("Two who want to swap agree on it on their phones.")];
  const leftWords = ngettext("%(count)s card of the rarity %(rarity)s is left.", "%(count)s cards of the rarity %(rarity)s are left.", left);
  const more = interpolate(leftWords, { count: left, rarity });
  if (paused) return [by === "judge" ? gettext("A judge has paused the sharing.") : gettext("The organizer has paused the sharing."), more];
  const name = isolate(people.find(({ fighter }) => fighter === turn)?.name ?? "");
  return [interpolate(gettext("%(name)s takes a card."), { name }), more];
};

// The last words to all: that they can read the log, once it is open.
const logWords = ({ event, log_open: isOpen }) => {
  if (!isOpen) return THANKS;
  if (event.packs_each) return gettext("The log is open: every pack, every deck and every fight.");
  return areListed(event) || game()?.isPlayed ? gettext("The log is open: every fight.") : gettext("The log is open: every pack, and who took what.");
};

// Whether commanders are named now, and by whom there are none yet (M35).
const commandersWords = ({ seats }, most) => {
  const named = seats.filter(({ commander, gone }) => commander !== undefined && !gone);
  const missing = named.filter(({ commander }) => commander === null).map(nameOf);
  if (!named.length) return gettext("The fights begin soon.");
  if (!missing.length) return gettext("Everyone has named a commander.");
  const words = ngettext("%(names)s has not named a commander yet.", "%(names)s have not named a commander yet.", missing.length);
  return interpolate(words, { names: names(missing, most) });
};

// Before the fights of decks that were brought along, without lists, and where none was fought.
const listedWords = (state, most) =>
  state.event.phase === "finished"
    ? [eventOver, logWords(state)]
    : [commandersWords(state.table, most), WHEN_READY];

const endWords = (state) => {
  const { standings, fought } = state;
  const more = isFoughtOut(fought) ? logWords(state) : gettext("The event was closed before the last result.");
  const first = standings.filter(({ rank }) => rank === 1);
  if (!hasResults(standings)) return [eventOver, more];
  return [interpolate(firstWords(first, fought), { names: names(first.map(nameOf), 4), ...fought }), more];
};

const firstWords = (first, fought) => {
  const count = first.length;
  const isTeam = count === 1 && first[0].fighters?.length > 1;
  if (!isFoughtOut(fought)) {
    return ngettext("%(names)s led after round %(rounds)s of %(of)s.", "%(names)s shared the lead after round %(rounds)s of %(of)s.", count);
  }
  if (fought?.groups > 1) {
    return isTeam ? gettext("%(names)s have won at this table.") : ngettext("%(names)s has won at this table.", "%(names)s share the first place at this table.", count);
  }
  return isTeam ? gettext("%(names)s win!") : ngettext("%(names)s wins!", "%(names)s share first place.", count);
};
