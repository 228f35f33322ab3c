// The standings on the big screen, and in the end the champion.

import { clone, icon, list, part, text } from "../../../lib/dom.js";
import { fitAlike, fitOnce } from "../../../lib/fit.js";
import { gettext, interpolate } from "../../../lib/gettext.js";
import { MARKS } from "../../seats.js";
import { leadAfterRound } from "../../sentences.js";
import { championWords, droppedWords, hasResults, isFoughtOut, pointsWords, rankWords, recordWords } from "../../../fights/standings-words.js";
import { headWords, whenWords } from "../../../fights/standings-when.js";
import { shapeOfStandings } from "./turns.js";
import { shape } from "./shape.js";

const WHOLE = [[1, 1], [0.88, 1], [0.76, 1], [0.66, 1], [0.66, 2], [0.6, 2]];
const ROW = [...WHOLE, [0.66, "broken"], [0.54, "broken"], [0.44, "broken"]];
const TALL_ROW = [[1, 1], [1, 2], [0.88, 2], [0.76, 2], ...ROW]; // beside the fights of few: there is room for two lines
const SMALL_ROW = [...WHOLE, [0.66, 1]]; // one of several tables: rather cut than broken
const CHAMPION = [[1, 1], [0.85, 1], [0.7, 1], [0.6, 1], [0.6, 2], [0.5, 1], [0.5, 2], [0.42, 1], [0.42, "broken"], [0.34, "broken"]];
const MOST_CHAMPIONS = 8;

// `shown`: those of this page, of all that `state` has. `glyphs`: seats by fighters. `place`: what the room of a name depends on besides.
// `isSmall`: the screen has several tables.
export const drawStandings = (root, shown, { state, glyphs, isBeside, isSmall, place }) => {
  const box = part(root, "standings");
  const { columns, rows } = shapeOfStandings(shown.length, isBeside);
  shape(box, columns, rows);
  text(root, "standings-title", state.event.phase !== "fighting" ? gettext("Final standings") : gettext("Standings"));
  text(root, "standings-when", isBeside || isSmall ? whenWords(state) : headWords(state));
  list(box, shown, ({ fighter }) => fighter, () => clone("tv-standing"), (node, each) => drawPlace(node, each, state.standings, glyphs.get(each.fighter)));
  const dropped = shown.filter((each) => each.dropped).map(({ fighter }) => fighter);
  fitAlike(box.querySelectorAll(".tv-standing__name"), isSmall ? SMALL_ROW : isBeside && rows < 6 ? TALL_ROW : ROW, [place, columns, rows, isBeside, ...dropped].join(" "));
};

const drawPlace = (node, place, standings, seat) => {
  node.classList.toggle("is-first", hasResults(standings) && place.rank === 1);
  node.classList.toggle("is-dropped", place.dropped);
  part(node, "glyph-box").toggleAttribute("hidden", seat === undefined);
  if (seat !== undefined) {
    node.dataset.seat = seat % MARKS;
    icon(part(node, "glyph"), `seat-${seat}`);
  }
  text(node, "rank", rankWords(place, standings));
  text(node, "name", place.name);
  text(node, "note", droppedWords(place));
  text(node, "record", place.dropped ? "" : recordWords(place));
  text(node, "points", place.points);
};

export const drawChampions = (root, { standings, fought }, place) => {
  const champions = championsOf(standings);
  const next = standings.slice(champions.length, champions.length + 3);
  part(root, "champion-box").dataset.many = champions.length > 4 ? "most" : champions.length > 2 ? "many" : champions.length;
  text(root, "champion-what", titleWords(champions, fought));
  list(part(root, "champions"), champions, ({ fighter }) => fighter, () => clone("tv-champion"), (node, { name }) => text(node, "name", name));
  for (const name of part(root, "champions").querySelectorAll("bdi")) fitOnce(name, CHAMPION, `${place} ${champions.length}`);
  for (const card of part(root, "champion-cards").children) card.hidden = !champions.some(({ fighter }) => fighter === Number(card.dataset.fighter));
  text(root, "champion-record", champions.length ? championRecord(champions[0]) : "");
  list(part(root, "champion-next"), next, ({ fighter }) => fighter, () => clone("tv-next-place"), (node, each) => {
    text(node, "rank", each.rank);
    text(node, "name", each.name);
    text(node, "points", pointsWords(each.points));
  });
};

// Those in the first place; none before any fight, or where too many share it.
export const championsOf = (standings) => {
  const first = standings.filter(({ rank }) => rank === 1);
  return hasResults(standings) && first.length <= MOST_CHAMPIONS ? first : [];
};

const titleWords = (champions, fought) => {
  if (!isFoughtOut(fought)) return interpolate(champions.length > 1 ? gettext("In the lead together after round %(rounds)s of %(of)s") : leadAfterRound, fought);
  return championWords(champions.length);
};

const championRecord = (place) => interpolate(gettext("%(points)s · won–lost–drawn %(record)s"), { points: pointsWords(place.points), record: recordWords(place) });
