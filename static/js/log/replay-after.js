// The moments that are no pass: a review, and those after the draft, a round of fights, swaps, and whose the cards are in the end.

import { clone, part } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { cards, isolate } from "../lib/words.js";
import { seatMark } from "./replay-words.js";

const nameOf = (scene, { seat, name }) => {
  if (seat !== null) return seatMark(scene, seat);
  const node = element("bdi", "replay-seat", name);
  node.dir = "auto";
  return node;
};

const side = (scene, each, counter) => {
  const node = element("div", "replay-fight__side", nameOf(scene, each));
  if (each.won) node.append(element("span", "pill is-done", glyph("i-cup"), gettext("won")));
  if (each.score !== null) node.append(element("b", "replay-fight__score", String(each.score)));
  if (each.damage !== null) node.append(element("span", "quiet small", interpolate(gettext("%(counter)s: %(count)s"), { counter, count: each.damage })));
  if (each.avatars) node.append(element("span", "small", interpolate(gettext("Avatar: %(names)s"), { names: each.avatars.join(", ") })));
  if (each.commanders) node.append(element("span", "small", interpolate(gettext("Commander: %(names)s"), { names: each.commanders.join(", ") })));
  node.classList.toggle("has-won", each.won);
  return node;
};

// The turns of a game, with the planes that were in play and what was rolled on them.
const course = (turns) => {
  const told = turns.map(({ turn, acts }) => {
    const done = element("ul", "quiet", ...acts.map((act) => element("li", "", act)));
    done.setAttribute("role", "list");
    return element("li", "", element("b", "", turn), ...(acts.length ? [done] : []));
  });
  const node = clone("log-course");
  part(node, "turns").append(...told);
  return node;
};

export const drawFights = (root, scene, { fights, counter }) =>
  root.replaceChildren(
    ...fights.map((fight) => {
      const node = element("article", "panel replay-fight", ...fight.sides.map((each) => side(scene, each, counter)), element("p", "quiet small", fight.words));
      if (fight.course) node.append(course(fight.course));
      node.classList.toggle("is-own", fight.sides.some(({ seats }) => seats.includes(scene.seat)));
      return node;
    }),
  );

const moved = (scene, list, whose, words) =>
  list.map(({ card, ...share }) => scene.faces.figure(card, { caption: [seatMark(scene, share[whose]), element("span", "quiet", words)] }));

const heap = (title, figures) => {
  const list = element("ul", "replay-hand__others", ...figures);
  list.setAttribute("role", "list");
  return element("section", "stack", element("h3", "", title), figures.length ? list : element("p", "quiet", gettext("No card.")));
};

// The cards that a seat looks at in a review: all that it has taken; of the table, how much everybody has.
export const drawReview = (root, scene, seat) => {
  const { replay, faces, at } = scene;
  root.dataset.crowd = "many";
  if (seat !== null) return root.append(heap(cards(replay.pile(at, seat).length), replay.pile(at, seat).map((place) => faces.figure(place))));
  root.dataset.end = "";
  return root.append(...replay.seats.map((_, each) => counted(scene, each, cards(replay.pile(at, each).length))));
};

const counted = (scene, seat, words) => element("section", "panel replay-whole__seat", seatMark(scene, seat), element("p", "quiet", words));

export const swapWords = ({ replay }, { seat, other, give, want }) => {
  const name = (place) => isolate(replay.seats[place].name);
  const card = (place) => isolate(replay.card(place).name);
  return interpolate(gettext("%(one)s gave %(other)s %(give)s for %(want)s."), { one: name(seat), other: name(other), give: card(give), want: card(want) });
};

// The two cards of a swap, each with its owner since.
export const drawSwap = (root, scene, { seat, other, give, want }) => {
  const got = (card, to) => scene.faces.figure(card, { caption: [element("span", "quiet", gettext("went to")), seatMark(scene, to)] });
  const list = element("ul", "replay-hand__others", got(give, other), got(want, seat));
  list.setAttribute("role", "list");
  root.dataset.crowd = "few";
  root.append(list);
};

// Of a seat: what it got of others and gave to others. Of the table: how much everybody has.
export const drawEnd = (root, scene, seat) => {
  const { shares } = scene.replay.told;
  root.dataset.end = "";
  if (seat === null) return drawAll(root, scene, shares);
  const got = shares.filter((share) => share.seat === seat && share.drafted_by !== seat);
  const gave = shares.filter((share) => share.seat !== seat && share.drafted_by === seat);
  root.dataset.crowd = "many";
  return root.replaceChildren(
    heap(interpolate(gettext("Got from others: %(cards)s"), { cards: cards(got.length) }), moved(scene, got, "drafted_by", gettext("had drafted it"))),
    heap(interpolate(gettext("Given to others: %(cards)s"), { cards: cards(gave.length) }), moved(scene, gave, "seat", gettext("has it now"))),
  );
};

const drawAll = (root, scene, shares) =>
  root.replaceChildren(
    ...scene.replay.seats.map((_, seat) => {
      const held = shares.filter((share) => share.seat === seat);
      const got = held.filter((share) => share.drafted_by !== seat).length;
      const words = interpolate(gettext("%(cards)s, %(count)s of them from others."), { cards: cards(held.length), count: got });
      return counted(scene, seat, words);
    }),
  );
