// The start of a game of a match: the dice, who chooses to play or to draw, what is done before the first turn, and mulligans.

import { drawName, list, part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { isMatch, isPod, nameIn, peopleOf } from "./fights.js";
import { gamesWords } from "./results.js";
import { isolate } from "../lib/words.js";
import { choosesFirst, goesFirst, iDraw, iGoFirst, iPlayFirst, ownDice, ownDiceI, ownDiceWe, playOrDraw } from "./sentences.js";
import { weDraw, wePlayFirst, youChoose, youChooseFirst, yourTeamChooses } from "./sentences.js";

// Whether the chooser has not named the first player yet: until then there is none, as where a result is entered at once.
export const isUndecided = ({ start }) => start === "choice";

// Whether a game has just begun: nothing, or of a match nothing but mulligans, is counted in it.
export const isFresh = (fight) => (isMatch(fight) ? Boolean(fight.start) : fight.undoes !== "count");

// In a fight of more than two the first player draws too (M22), and without dice nothing is drawn.
const isOfFirst = (fight) => isPod(fight) || !isMatch(fight);

// "Play or draw is up to Ben". A side may be two, so that nothing depends on how many they are.
export const chooserWords = (fight, me) => {
  if (fight.chooses === null) return "";
  if (fight.chooses === me) return isOfFirst(fight) ? youChooseFirst : isTeam(fight, me) ? yourTeamChooses : youChoose;
  return interpolate(wordsOfChoice(fight), { name: isolate(nameIn(fight, fight.chooses)) });
};

const wordsOfChoice = (fight) => {
  const { guest } = fight.sides.find(({ fighter }) => fighter === fight.chooses);
  if (guest) return gettext("%(name)s has no phone, and says at the table who goes first.");
  return isOfFirst(fight) ? choosesFirst : playOrDraw;
};

const isTeam = (fight, me) => peopleOf(fight, me) > 1;

// The two buttons of those who choose: to go first, or to let the other side.
export const choiceWords = (fight, me) => {
  if (isPod(fight)) return [iGoFirst, ""];
  return isTeam(fight, me) ? [wePlayFirst, weDraw] : [iPlayFirst, iDraw];
};

// "Our own dice: Ben chooses"
export const rolledWords = (fight, { fighter, name }, me) => {
  if (fighter === me) return isTeam(fight, me) ? ownDiceWe : ownDiceI;
  return interpolate(ownDice(peopleOf(fight, fighter)), { name: isolate(name) });
};

// The first player, once that is settled.
const firstWords = (fight, me) => {
  if (!isPod(fight)) return withoutDrawing(fight, me);
  return fight.first === me ? gettext("You go first") : interpolate(goesFirst, { name: isolate(nameIn(fight, fight.first)) });
};

const withoutDrawing = (fight, me) => {
  if (fight.first === me) return gettext("You play first, and skip your first draw");
  const words = ngettext("%(name)s plays first, and skips the first draw", "%(name)s play first, and skip the first draw", peopleOf(fight, fight.first));
  return interpolate(words, { name: isolate(nameIn(fight, fight.first)) });
};

// Its words: who chooses, and once that is done who goes first.
export const startWords = (fight, me) => (isUndecided(fight) ? chooserWords(fight, me) : firstWords(fight, me));

// "Mulligan 2: put 2 on the bottom"
export const mulliganWords = ({ counters: { mulligans }, bottom, hand }) => {
  if (!mulligans) return interpolate(ngettext("Draw %(count)s card", "Draw %(count)s cards", hand), { count: hand });
  return interpolate(gettext("Mulligan %(count)s: put %(bottom)s on the bottom"), { count: mulligans, bottom });
};

// The last throw, the highest first, unless the fighters rolled dice of their own or this is a later game.
const thrown = ({ dice, games, chooses }) => {
  const last = [...(dice.at(-1) ?? [])].sort((one, other) => other.face - one.face);
  return games.length || last[0]?.fighter !== chooses ? [] : last;
};

export class MatchStart {
  // `ask(message)` sends what is pressed, `build()` shows the deck of the match in the builder.
  constructor(root, { ask, build }) {
    this.root = root;
    this.ask = ask;
    const on = (name, act) => part(root, name).addEventListener("click", ({ currentTarget }) => this.isFree && act(currentTarget));
    on("play-first", () => this.#say({ type: "first", game: this.fight.games.length + 1, fighter: this.me }));
    on("draw-first", () => this.#say({ type: "first", game: this.fight.games.length + 1, fighter: this.other }));
    part(root, "change-deck").addEventListener("click", build);
    on("less-mulligans", () => this.#mulligan(-1));
    on("more-mulligans", () => this.#mulligan(1));
  }

  // `match` is the own deck in this fight, where decks are built.
  draw({ fight, me, own, match, isFree }) {
    this.root.hidden = !fight.start || Boolean(fight.result) || own.out;
    if (this.root.hidden) return;
    const other = fight.sides.find(({ fighter }) => fighter !== me).fighter;
    Object.assign(this, { fight, me, own, other, isFree });
    const isMine = fight.chooses === me && fight.start !== "mulligans";
    this.#drawDice(fight);
    text(this.root, "score", fight.games.length ? gamesWords(fight, me) : "");
    text(this.root, "chooser", startWords(fight, me));
    part(this.root, "choice").hidden = !isMine;
    const isSaid = !isUndecided(fight);
    part(this.root, "play-first").setAttribute("aria-pressed", String(isSaid && fight.first === me));
    const [play, draw] = choiceWords(fight, me);
    text(this.root, "play-first", play);
    text(this.root, "draw-first", draw);
    part(this.root, "draw-first").setAttribute("aria-pressed", String(isSaid && fight.first !== me));
    part(this.root, "draw-first").hidden = isPod(fight);
    this.#drawOthers(fight);
    this.#drawRolled(fight);
    text(this.root, "mulligan-words", mulliganWords(own));
    text(this.root, "mulligans", own.counters.mulligans);
    part(this.root, "less-mulligans").setAttribute("aria-disabled", String(!isFree || own.counters.mulligans === 0));
    part(this.root, "more-mulligans").setAttribute("aria-disabled", String(!isFree || own.counters.mulligans === own.hand));
    part(this.root, "change-deck").hidden = !match?.open;
  }

  #drawDice(fight) {
    list(
      part(this.root, "dice"),
      thrown(fight),
      ({ fighter }) => String(fighter),
      () => element("li", "die", glyph("i-die"), element("bdi", "die__name"), element("b", "die__face number")),
      (node, { fighter, face }) => {
        drawName(node.querySelector(".die__name"), nameIn(fight, fighter));
        node.querySelector(".die__face").textContent = face;
        node.classList.toggle("is-best", fighter === fight.chooses);
      },
    );
    part(this.root, "dice").hidden = !part(this.root, "dice").children.length;
  }

  // With more than two, another first player is chosen by name.
  #drawOthers(fight) {
    const make = () => {
      const node = element("button", "button button--line");
      node.type = "button";
      node.addEventListener("click", () => this.isFree && this.#say({ type: "first", game: this.fight.games.length + 1, fighter: node.fighter }));
      return node;
    };
    const others = isPod(fight) ? fight.sides.filter(({ fighter, out }) => fighter !== this.me && !out) : [];
    list(part(this.root, "choice-others"), others, ({ fighter }) => fighter, make, (node, { fighter, name }) => {
      node.fighter = fighter;
      if (node.textContent !== name) node.textContent = name;
      node.setAttribute("aria-pressed", String(!isUndecided(fight) && fight.first === fighter));
    });
  }

  #drawRolled(fight) {
    const root = part(this.root, "rolled");
    root.hidden = fight.games.length > 0 || !isUndecided(fight);
    list(
      root,
      fight.sides.filter(({ fighter, out }) => fighter !== fight.chooses && !out),
      ({ fighter }) => String(fighter),
      () => {
        const node = element("button", "button button--quiet match-start__rolled");
        node.type = "button";
        node.addEventListener("click", () => this.isFree && this.#say({ type: "rolled", fighter: node.fighter }));
        return node;
      },
      (node, side) => {
        node.fighter = side.fighter;
        const words = rolledWords(fight, side, this.me);
        if (node.textContent !== words) node.textContent = words;
      },
    );
  }

  #mulligan(by) {
    const after = this.own.counters.mulligans + by;
    if (after < 0 || after > this.own.hand) return;
    this.#say({ type: "count", fighter: this.own.fighter, counter: "mulligans", by });
  }

  #say(message) {
    this.ask({ ...message, fight: this.fight.fight });
  }
}
