// Who needs the organizer, besides those who call: as drafts/selectors/host_queue.py says it of the same facts.

import { isPlayed } from "./host-scene.js";
import { isAway } from "./seats.js";

const FEWEST = 2; // fighters at a table

// With paper packs nobody needs a phone.
const needsPhones = (table) => isPlayed(table) && !table.must_place;

// A list of `kind` ("away", "late", "waiting", "unready"), `key`, and whom it is about: a seat with its table, a fight, or a fighter in the lobby.
export const needsOf = (state, scene) => {
  if (scene === "lobby") return unready(state.fighters ?? []);
  if (scene === "fighting") return waiting(state.pairings ?? []);
  if (scene !== "drafting") return [];
  const seats = state.tables.filter(needsPhones).flatMap(({ number, seats: all }) => all.map((seat) => ({ ...seat, table: number })));
  const people = seats.filter(({ bot }) => !bot);
  return [...away(people), ...late(people)];
};

const need = (kind, seat) => ({ kind, key: `${kind}-${seat.fighter}`, seat });

const momentOf = (stamp) => (stamp ? Date.parse(stamp) : Infinity);

const byAbsence = (one, other) => Math.sign(momentOf(one.away_since) - momentOf(other.away_since)) || 0;

const away = (seats) => seats.filter(isAway).sort(byAbsence).map((seat) => need("away", seat));

const late = (seats) => seats.filter((seat) => seat.hurried && !isAway(seat)).map((seat) => need("late", seat));

// A result that a guest, who has no phone, cannot confirm.
const waiting = (pairings) =>
  pairings
    .filter(({ result, sides }) => result && !result.confirmed && !result.disputed && sides.some((side) => side.guest && side.fighter !== result.entered_by))
    .map((fight) => ({ kind: "waiting", key: `waiting-${fight.fight}`, fight }));

// Once half of those with a phone are ready: a lobby that fills up is quiet.
const unready = (fighters) => {
  const people = fighters.filter(({ bot, guest }) => !bot && !guest);
  const still = people.filter(({ turn }) => turn === "getting_ready");
  if (fighters.length < FEWEST || 2 * still.length > people.length) return [];
  return still.map((each) => need("unready", { ...each, fighter: each.id, table: 0 }));
};
