// Cards in groups, and how many there are of a kind: of the review, of a deck, of what is shared. The server says
// which groups and counts there are (`summary`); the game draws them (lib/game.js).

import { nextFrame } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { addCards, drawCards } from "../components/card.js";

const AT_ONCE = 3; // cards that are drawn in one frame

// Small tiles: a sign and how many there are.
export const drawCounts = (root, pile, summary) =>
  root.replaceChildren(
    ...game()
      .tiles(summary, pile)
      .map(({ sign, count, words }) =>
        element(
          "span",
          "count",
          element("span", "count__kind", sign),
          element("b", "count__number", String(count)),
          element("span", "only-read", words && ` ${words}`),
        ),
      ),
  );

// The groups of the review: those of the deck, or the game's own.
export const pilesOf = (pile, summary) => game().piles?.(pile, summary) ?? groupsOf(pile, summary.groups);

const groupsOf = (pile, groups) => {
  const byId = new Map(pile.map((card) => [card.id, card]));
  return groups
    .map((group) => ({ group, cards: group.cards.filter((id) => byId.has(id)).map((id) => byId.get(id)) }))
    .filter(({ cards }) => cards.length)
    .map(({ group, cards }) => ({ name: game().title?.(group, cards) ?? group.name, cards }));
};

// Cards under headings, a few in each frame, so that none takes long. `stamp` tells whether what is drawn is still true.
export const drawGroups = async (root, groups, stamp) => {
  if (root.dataset.stamp === stamp) return;
  root.dataset.stamp = stamp;
  root.replaceChildren();
  for (const { name, cards, sign } of groups) {
    const title = element("h3", "group__title", ...(sign ? [sign] : []), name, element("span", "group__count", String(cards.length)));
    const list = drawCards([]);
    root.append(element("section", "group", title, list));
    for (let first = 0; first < cards.length; first += AT_ONCE) {
      addCards(list, cards.slice(first, first + AT_ONCE));
      await nextFrame();
      if (root.dataset.stamp !== stamp) return;
    }
  }
};
