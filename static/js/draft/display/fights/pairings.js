// The pairings on the big screen: each fight with its counters and how it stands.

import { clone, icon, list, part, text } from "../../../lib/dom.js";
import { element } from "../../../lib/elements.js";
import { eachAlone, emperorOf, hasRoles, isBye, isOver, scoreWords } from "../../../fights/fights.js";
import { valueWords } from "../../../fights/counts.js";
import { awaitedWords, hasLostEmperor, isDropped, isPartlyGone } from "../../../fights/results.js";
import { emperorDroppedOut, outOfTheGame } from "../../../fights/sentences.js";
import { fitAlike } from "../../../lib/fit.js";
import { game } from "../../../lib/game.js";
import { gettext, interpolate, ngettext } from "../../../lib/gettext.js";
import { MARKS } from "../../seats.js";
import { drawBattle, makeBattle, shapeOfBattles } from "./battles.js";
import { drawPlane, rolledWords, turnWords } from "../../../fights/planes.js";
import { isFresh, isUndecided } from "../../../fights/match-start.js";
import { shapeOfPairings } from "./turns.js";
import { shape } from "./shape.js";

const WHOLE = [[1, 1], [0.88, 1], [0.76, 1], [0.72, 2], [0.62, 1], [0.62, 2], [0.52, 2]];
const NAME = [...WHOLE, [0.62, "broken"], [0.5, "broken"], [0.42, "broken"]];
const SMALL_NAME = [...WHOLE, [0.46, 2], [0.4, 2], [0.46, 1]]; // one of several tables: rather cut than broken
const LOW_NAME = [[1, 1], [0.88, 1], [0.76, 1], [0.66, 1], [0.6, 1], [0.55, "broken"]];
const MOST_PIPS = 9;

// `glyphs`: seats by fighters. `place`: what the room of a name depends on besides. `isNumbered`: fights are at several tables.
// `isSmall`: the screen has several tables.
export const drawPairings = (box, pairings, { counters, glyphs, isBeside, isNumbered, isSmall, place }) => {
  const { columns, rows } = isPlayed() ? shapeOfBattles(pairings.length, isBeside || isSmall) : shapeOfPairings(pairings.length, isBeside);
  shape(box, columns, rows);
  list(box, pairings, ({ fight }) => fight, (fight) => (isBattle(fight) ? makeBattle() : makeFight()), (node, fight) =>
    isBattle(fight) ? drawBattle(node, fight) : drawFight(node, fight, counters, glyphs, isNumbered),
  );
  const tries = rows > 4 ? LOW_NAME : isSmall ? SMALL_NAME : NAME;
  fitAlike(box.querySelectorAll(".tv-fight__name"), tries, [place, columns, rows, isBeside, ...pairings.map((_, index) => box.children[index].dataset.stand)].join(" "));
};

// Fights are played on this site, as battles; a side without an opponent has none.
const isPlayed = () => Boolean(game().isPlayed);

const isBattle = (fight) => isPlayed() && !isBye(fight);

const makeFight = () => {
  const node = clone("tv-fight");
  for (const side of ["one", "other"]) part(node, side).append(...clone("tv-fight-side").children);
  return node;
};

const makeSide = () => element("div", "tv-fight__side", ...clone("tv-fight-side").children);

// The places of the sides: two that each fight has, and more where it has more.
const placesOf = (node, sides) => {
  const more = sides.slice(2);
  list(part(node, "more"), more, ({ fighter }) => fighter, makeSide, (side, _, index) => side.classList.toggle("tv-fight__side--other", index % 2 > 0));
  part(node, "more").hidden = !more.length;
  return [part(node, "one"), part(node, "other"), ...part(node, "more").children];
};

const drawFight = (node, fight, counters, glyphs, isNumbered) => {
  const { result, sides } = fight;
  node.dataset.stand = standOf(fight);
  node.dataset.won = isOver(fight) && !isBye(fight) ? sides.findIndex(({ fighter }) => fighter === result.winner) : "";
  text(node, "table", isNumbered ? fight.table : sides.length === 2 ? gettext("vs") : "");
  part(node, "table").classList.toggle("is-number", isNumbered);
  const isScored = Boolean(result) ? !result.disputed : fight.games.length > 0;
  const hasScore = isScored && !isBye(fight) && fight.best_of > 1;
  part(node, "score").hidden = !hasScore;
  text(node, "score", hasScore ? (result ? scoreWords(fight) : gamesWords(fight)) : "");
  text(node, "stand", standWords(fight));
  part(node, "other").hidden = isBye(fight);
  drawCourse(node, eachAlone(fight), isUndecided(fight));
  const places = placesOf(node, sides);
  sides.forEach((side, index) => drawSide(places[index], fight, side, counters, glyphs.get(side.fighter)));
};

// The fighter on turn, once it is said who goes first, and the plane with the last roll of the planar die.
const drawCourse = (node, fight, isOpen) => {
  const { turn, plane, result } = fight;
  const box = part(node, "course");
  box.hidden = !turn || Boolean(result) || (isOpen && !plane);
  node.classList.toggle("is-on-plane", !box.hidden && Boolean(plane));
  if (box.hidden) return;
  text(box, "turn-name", turnWords(fight));
  part(box, "plane-art").hidden = part(box, "plane-rule").hidden = !plane;
  if (!plane) return;
  drawPlane(box, plane.card);
  text(box, "rolled-words", plane.last ? rolledWords(fight) : "");
  if (box.dataset.plane === plane.card.number) return;
  box.dataset.plane = plane.card.number;
  part(box, "plane-rule").replaceChildren(...game().written(plane.card.text ?? ""));
};

// The games that each side has won while the fight goes on, in the order of the sides.
const gamesWords = ({ games, sides }) => sides.map(({ fighter }) => games.filter((winner) => winner === fighter).length).join(" : ");

const drawSide = (node, fight, side, counters, seat) => {
  part(node, "glyph-box").toggleAttribute("hidden", seat === undefined);
  if (seat !== undefined) {
    node.dataset.seat = seat % MARKS;
    icon(part(node, "glyph"), `seat-${seat}`);
  }
  text(node, "name", side.name);
  const { commander } = side.fighters?.[0] ?? {};
  part(node, "commander").hidden = !commander;
  text(node, "commander", commander ?? "");
  const avatars = (side.fighters ?? []).filter(({ avatar }) => avatar);
  list(part(node, "avatars"), avatars, ({ fighter, avatar }) => `${fighter} ${avatar.number}`, makeAvatar, () => {});
  part(node, "avatars").hidden = !avatars.length;
  drawCounters(part(node, "counters"), isBye(fight) ? [] : counters, side);
  const [tag, kind] = tagOf(fight, side, counters);
  part(node, "tag-box").hidden = !tag;
  part(node, "tag-box").dataset.kind = kind;
  part(node, "won").toggleAttribute("hidden", kind !== "won");
  text(node, "tag", tag);
};

const makeAvatar = ({ avatar }) => {
  const node = clone("tv-avatar");
  text(node, "avatar-name", avatar.name);
  text(node, "numbers", game().avatar(avatar));
  part(node, "text").append(...game().written(avatar.text ?? ""));
  return node;
};

const standOf = (fight) => {
  const { result } = fight;
  if (isBye(fight)) return "bye";
  if (!result) return "open";
  if (result.disputed) return "disputed";
  if (!isOver(fight)) return "waiting";
  if (result.double_loss) return "lost";
  return result.winner === null ? "draw" : "over";
};

const DECIDED = { time: gettext("when the round ended"), organizer: gettext("by the organizer"), judge: gettext("by a judge") };

const standWords = (fight) => {
  const words = {
    bye: gettext("has a bye"),
    open: "",
    disputed: gettext("being checked"),
    waiting: awaitedWords(fight),
    draw: gettext("a draw"),
    lost: fight.sides.length > 2 ? gettext("all lost") : gettext("double loss"),
    over: DECIDED[fight.result?.by] ?? "",
  };
  return words[standOf(fight)];
};

// That a side has dropped out, or a fighter with whom its team lost (M37).
const gone = (side) => {
  if (hasLostEmperor(side)) return emperorDroppedOut;
  return emperorOf(side) || isPartlyGone(side) ? gettext("fighter dropped out") : gettext("dropped out");
};

const firstWords = (isUndecided, people) =>
  isUndecided ? ngettext("chooses who goes first", "choose who goes first", people) : ngettext("goes first", "go first", people);

// The words at one side: [words, kind].
const tagOf = (fight, side, counters) => {
  const { result } = fight;
  if (isBye(fight)) return ["", ""];
  if (isOver(fight) && result.winner === side.fighter) return [gettext("won"), "won"];
  if (isOver(fight)) return isDropped(fight, side.fighter) && (result.winner !== null || result.double_loss) ? [gone(side), "quiet"] : ["", ""];
  if (side.out) return [outOfTheGame, "quiet"];
  if (side.lost) return [losesWords(counters.find(({ counter }) => counter === side.lost)), "loses"];
  if (!result && fight.first === side.fighter && isFresh(fight)) return [firstWords(isUndecided(fight), side.fighters.length), "quiet"];
  return ["", ""];
};

// A counter that is not seen here says why its side loses.
const losesWords = (rule) => (rule?.hidden ? interpolate(gettext("loses: %(counter)s"), { counter: rule.label }) : gettext("loses"));

// The first counter is always seen, any other once it has moved. Few steps to the loss are pips, many a number. Where the fighters
// of a side have roles, those of each are seen.
const drawCounters = (box, counters, side) => {
  const [first, ...shown] = counters.filter(({ hidden }) => !hidden);
  const isTeam = hasRoles({ sides: [side] });
  const rows = (isTeam ? side.fighters : [side]).flatMap((of) => [first, ...shown.filter(({ counter, start }) => of.counters[counter] !== start)].filter(Boolean).map((counter) => ({ counter, of })));
  const named = ({ counter, of }) => (isTeam ? { ...counter, label: ownerWords(of, counter === first ? "" : counter.label) } : counter);
  list(box, rows, ({ counter, of }) => (isTeam ? `${of.fighter} ${counter.counter}` : counter.counter), () => clone("tv-counter"), (node, row) => {
    node.classList.toggle("is-emperor", row.of.role === "emperor");
    node.classList.toggle("is-out", isTeam && row.of.out);
    drawCounter(node, named(row), row.of);
  });
  box.classList.toggle("is-team", isTeam);
};

// "Ben, emperor"; of any counter except the first, which it is.
const ownerWords = (of, label) => {
  if (label) return interpolate(gettext("%(name)s: %(counter)s"), { name: of.name, counter: label });
  return of.role === "emperor" ? interpolate(gettext("%(name)s, emperor"), { name: of.name }) : of.name;
};

const drawCounter = (node, { counter, label, start, loses_at: end }, side) => {
  const value = side.counters[counter];
  const steps = end === null ? 0 : Math.abs(end - start);
  const hasPips = steps > 0 && steps <= MOST_PIPS;
  text(node, "label", label);
  part(node, "label").classList.toggle("only-read", hasPips);
  text(node, "value", valueWords(value));
  node.classList.toggle("is-lost", side.lost === counter);
  part(node, "pips").hidden = !hasPips;
  node.classList.toggle("has-pips", hasPips);
  const pips = [...Array(hasPips ? steps : 0).keys()];
  list(part(node, "pips"), pips, Number, () => element("i", ""), (pip, place) => pip.classList.toggle("is-full", place < Math.abs(value - start)));
};
