// The game that this page is about. The script of its face (js/games/) runs before the page's own and hands it over here.
//
// A face has:
//   fill(node, card)         writes what only this game prints on a card (templates/games/<game>/card.html)
//   heard(card)              what is heard of a card after its name, piece by piece; an empty piece is left out
//   line(card)               what a line of a list says beside a card's name: { cost (nodes), kind, figure }; each may be missing
//   isFeatured(card)         whether the card is of the kind that the format asks for first
//   places                   what stands over a place of the choice: { featured, plain, any }
//   more(card)               what is printed small on a card, and read where it is held up
//   written(words)           a card's words as nodes, where they are more than letters
//   tallies                  the count of cards that is drawn as columns, by the tally's name: { kind, sign(name, place), title(name) }
//   tiles(summary, cards)    the counts of the review: [{ sign, count, words }]
//   piles(cards, summary)    the groups of the review, where they are others than the deck's
//   title(group, cards)      the heading of a group, where it is another than the group's name
//   whole(summary)           a sentence about the deck as a whole
//   over                     what to do when the draft is over
//   where(table)             which pass this is, in a few words
//   place                    the pack and the pass, as the title of the page; with `round` and `pass`, as all of these:
//   ownPack(count), packFrom(count)    what came into the hand; `name` is whose pack it was
//   handless                 what a fighter reads who has no cards in this pass: { short, whole }
//   hurried(count)           what a fighter reads who has missed the last passes, so many
//   takenBack                which pass is played again after the organizer has taken it back
//   missed                   passes in which the clock chose: { once, often, inPacks }; choices that did not count: { second, late }
//   chooseFeatured(count)    real packs: to choose a card of the featured kind and so many others, where a format asks for such
//   replay                   who took a card when, with `pass`: { next, then, last }; `called`: a pass that demanded more, where the game knows such calls
//   avatar(card)             what an avatar changes, in a few words, where the game has avatars
//   avatars()                loads what the game knows of avatars (a script beside its face): numbersOf({ avatar, hand, bottom }, usual), each number with its label
//   building()               loads what the game knows of building a deck (a script of the game beside its face), where decks are built of a pool
//   isPlayed                 whether fights are played on this site, so that no result is entered
//   call                     the words for a card that a judge is called for, where the game knows such calls

import { gettext, interpolate } from "./gettext.js";

let worn = null;

export const wear = (face) => (worn = face);

export const game = () => worn;

export const rarityWords = ({ rarity }) => (rarity ? interpolate(gettext("rarity %(rarity)s"), { rarity }) : "");
