// Where an event is, as the organizer sees it: what the panel shows, what can be stopped, and the one next step.

import { gettext, interpolate, ngettext } from "./gettext.js";
import { isOver } from "./fights.js";
import { isNext } from "./stages.js";

export const isPlayed = ({ phase }) => ["drafting", "review"].includes(phase);

export const isTimed = ({ clock }) => clock.deadline !== null || clock.left !== null;

// What the panel shows, as `HostView.scene` of the server does. The tables of an event are at different places.
export const sceneOf = ({ event, tables }) => {
  if (event.stopped) return tables.length ? "stopped" : "cancelled";
  if (!tables.length) return event.phase;
  if (tables.some(isPlayed)) return "drafting";
  return tables.every(({ phase }) => phase === "building") ? "building" : event.phase;
};

// What can be paused: the round, the turns of the sharing, or the tables that draft.
export const ledOf = ({ tables, round, shares = [] }) => {
  if (round) return [{ paused: round.paused, isTimed: (round.deadline ?? round.left) !== null }];
  if (shares.length) {
    const going = shares.filter(({ turn }) => turn !== null);
    return going.map((share) => ({ paused: share.paused, isTimed: (share.deadline ?? share.seconds_left) !== null }));
  }
  return tables.filter(isPlayed).map((table) => ({ paused: table.clock.paused, isTimed: isTimed(table) }));
};

const areReady = ({ tables }) => tables.length > 0 && tables.every(({ phase }) => phase === "building");

// Whether the fights are what comes next, as `HostView.fights_follow` of the server: there are two who are no bots.
export const fightsFollow = (state) => {
  const people = state.tables.flatMap(({ seats }) => seats).filter((seat) => !seat.always_bot);
  return areReady(state) && isNext(state.event, "fighting") && people.length > 1;
};

// Whether the piles of real cards are what comes first.
export const lackPiles = ({ tables, log_open: isKnown }) => !isKnown && tables.some(({ piles }) => piles);

export const sharesFollow = (state) => !fightsFollow(state) && areReady(state) && isNext(state.event, "sharing");

const NEXT = {
  start: { words: gettext("To the start"), href: "#start" },
  opening: { words: gettext("To the first pack"), href: "#opening" },
  call: { words: gettext("To the next step"), href: "#tables" },
  review: { words: gettext("To the end of the review"), href: "#tables" },
  piles: { words: gettext("To the piles"), href: "#piles" },
  fights: { words: gettext("To the fights"), href: "#over" },
  sharing: { words: gettext("To the sharing"), href: "#over" },
  log: { words: gettext("To the log"), href: "#over" },
  round: { words: gettext("To the next round"), href: "#round" },
  end: { words: gettext("To the end of the fights"), href: "#round" },
};

// How far the event is in its stage, in words ("1 of 4 done"), and the one next step: `words` and `href`, null where there is none.
export const stageOf = (state, scene) => STAGES[scene]?.(state) ?? { words: "", next: null };

const counted = (words, count, all) => interpolate(words, { count, all });

const STAGES = {
  lobby: ({ fighters = [] }) => {
    const waiting = fighters.filter(({ turn }) => turn === "getting_ready").length;
    const words = waiting ? interpolate(ngettext("%(count)s is not ready", "%(count)s are not ready", waiting), { count: waiting }) : gettext("All are ready");
    return fighters.length > 1 ? { words, next: NEXT.start } : { words: "", next: null };
  },
  opening: () => ({ words: "", next: NEXT.opening }),
  drafting: ({ tables }) => {
    const played = tables.filter(isPlayed);
    const seats = played.flatMap((table) => table.seats);
    const done = seats.filter(({ turn }) => !["choosing", "looking"].includes(turn)).length;
    const isCalled = played.some((table) => table.must_place && table.phase === "drafting"); // paper packs
    const inReview = played.length > 0 && played.every(({ phase }) => phase === "review");
    return { words: counted(gettext("%(count)s of %(all)s done"), done, seats.length), next: inReview ? NEXT.review : isCalled ? NEXT.call : null };
  },
  building: (state) => ({
    words: "",
    next: lackPiles(state) ? NEXT.piles : fightsFollow(state) ? NEXT.fights : sharesFollow(state) ? NEXT.sharing : NEXT.log,
  }),
  fighting: ({ round, pairings = [] }) => {
    const over = pairings.filter(isOver).length;
    const words = counted(gettext("%(count)s of %(all)s fights decided"), over, pairings.length);
    return { words, next: over < pairings.length || !round ? null : round.last ? NEXT.end : NEXT.round };
  },
  sharing: ({ shares = [] }) => {
    const over = shares.filter((share) => share.over).length;
    const words = shares.length > 1 ? counted(gettext("%(count)s of %(all)s tables shared"), over, shares.length) : "";
    return { words, next: null };
  },
};
