// The result of a fight: how it stands with it, what this fighter can do about it, and the dialog in which it is entered.

import { clone, icon, list, part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { decidedWords, entryWords, IS_RIGHT, isSameResult, isShort, otherNames, otherSides, outcomes, outOf } from "./results.js";
import { follows, gamesWords, ownWords, resultWords, rightWords, saysWords, stageOf, winsWithThis } from "./results.js";
import { isOf } from "./counts.js";
import { keptWords } from "../lib/outbox.js";
import { OUT_WORDS, eachAlone, isMatch, isPod, peopleOf } from "./fights.js";
import { chooserWords } from "./match-start.js";
import { names } from "../lib/words.js";
import { iAmOut, iLost, othersPlayOn, resultsDiffer, weLost } from "./sentences.js";

const SURE = 5000; // milliseconds
const LONGEST_BESIDE = 12; // characters of a word, the marks around a name among them

// The sides, or fighters with roles, that have lost by what is counted, and are still in the game.
export const losers = (fight) => eachAlone(fight).sides.filter(({ lost, out }) => lost && !out);

// A loss by what is counted, and what to do about it, for the fighter `own` of the side `me`. An undo is offered while it takes back
// a count of somebody who has lost: later it would take back what another fighter did.
export const lossWords = (fight, me, own) => {
  const lost = losers(fight);
  const { fighter: unit, role } = unitOf(fight, me, own);
  const isMe = lost.some(({ fighter }) => fighter === unit);
  const people = lost.flatMap(({ fighters }) => fighters ?? [null]).length;
  const facts = { name: names(lost.map(({ name }) => name)) };
  const isLast = fight.last_count && lost.some((side) => isOf(side, fight.last_count.fighter));
  const undo = isLast ? gettext("Pressed by mistake? Undo it.") : "";
  if (isMatch(fight)) {
    if (isMe && role === "lieutenant") return { title: gettext("You have lost. Your team plays on."), more: undo };
    const thisGame = ngettext("%(name)s has lost this game.", "%(name)s have lost this game.", people);
    const theirs = lost.some((side) => side.role === "lieutenant") ? ngettext("%(name)s has lost.", "%(name)s have lost.", people) : thisGame;
    return { title: isMe ? gettext("You have lost this game.") : interpolate(theirs, facts), more: undo };
  }
  if (fight.best_of > 1) return { title: gettext("This game is over."), more: gettext("Say who won it.") };
  if (lost.length === fight.sides.length) return { title: gettext("You have both lost."), more: gettext("Enter the result that you agree on.") };
  const theirs = ngettext("%(name)s has lost. Enter the result.", "%(name)s have lost. Enter the result.", people);
  return { title: isMe ? gettext("You have lost. Enter the result.") : interpolate(theirs, facts), more: undo };
};

// The own side, or where fighters have roles oneself.
const unitOf = (fight, me, own) => {
  const alone = eachAlone(fight);
  return alone.sides.find(({ fighter }) => fighter === (alone === fight ? me : own)) ?? {};
};

const KINDS = { lost: gettext("I lost"), drawn: gettext("A draw"), won: gettext("I won") };
const GAMES = { lost: iLost, drawn: gettext("A draw in this game"), won: gettext("I won this game") };

const OUT = { tone: "is-quiet", icon: "i-leave", title: OUT_WORDS, more: othersPlayOn };

const waitingWords = (isLive) => {
  const [title, more] = keptWords(isLive);
  return { tone: "is-quiet", icon: isLive ? "i-choosing" : "i-line", title, more };
};

export class FightResult {
  // `ask(message)` sends what is entered.
  constructor(root, dialog, { ask }) {
    this.root = root;
    this.dialog = dialog;
    this.ask = ask;
    this.form = part(dialog, "form");
    part(dialog, "close").addEventListener("click", () => dialog.close());
    part(dialog, "call").addEventListener("click", () => this.#call());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    this.form.addEventListener("change", () => this.#drawSentence());
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  // `waiting`: whether this device has said something of the result and has no answer yet. `next`: what comes after the
  // fight. `isLive`: whether it is online. `isTimed`: whether the clock of the round still runs, so that every game can be fought to its end.
  draw({ fight, me, own, isFree, waiting, isLive, next, isTimed }) {
    const wasOver = this.stage === "over" || this.fight?.fight !== fight.fight;
    const before = { fight: this.fight, isTimed: this.isTimed };
    Object.assign(this, { fight, me, own, isFree, waiting, isTimed, stage: stageOf(fight, me) });
    const isAnswered = this.denied && (this.stage !== "asked" || !isSameResult(fight.result, this.denied));
    if (this.dialog.open && (this.stage === "over" || wasOver || isAnswered)) this.dialog.close();
    if (this.dialog.open) this.#follow(before);
    this.root.dataset.stage = this.stage;
    this.#drawWords(waiting ? waitingWords(isLive) : this.#words(next));
    this.#drawButtons(this.#buttons());
  }

  #words(next) {
    const { fight, me } = this;
    const { result } = fight;
    const them = otherNames(fight, me);
    switch (this.stage) {
      case "over":
        return {
          tone: result.winner === me ? "is-done" : "is-quiet",
          icon: result.winner === me ? "i-check" : "i-info",
          title: resultWords(fight, result, me),
          more: [decidedWords(fight, me), next].filter(Boolean).join(" "),
        };
      case "entered":
        return {
          tone: "is-info",
          icon: "i-choosing",
          title: isPod(fight) ? gettext("Waiting for one of the others to confirm") : interpolate(gettext("Waiting for %(name)s to confirm"), { name: them }),
          more: ownWords(fight, result, me),
        };
      case "asked":
        return { tone: "is-gold", icon: "i-warn", title: saysWords(fight, result, me), more: IS_RIGHT };
      case "disputed":
        return {
          tone: "is-bad",
          icon: "i-judge",
          title: resultsDiffer,
          more: this.#bothSay(),
        };
      default:
        return this.#openWords();
    }
  }

  #bothSay() {
    const { fight, me } = this;
    const { result } = fight;
    const said = (by, claim) => {
      const entered = { ...claim, entered_by: by };
      return by === me ? ownWords(fight, entered, me) : saysWords(fight, entered, me);
    };
    const [other, ...more] = otherSides(fight, result.entered_by); // which of several has claimed something else is not known
    return [said(result.entered_by, result), result.claim && !more.length ? said(other.fighter, result.claim) : ""].filter(Boolean).join("\n");
  }

  // A loss is said in large letters above.
  #openWords() {
    const { fight, me, own } = this;
    if (losers(fight).length) return { tone: "is-gold", icon: "i-info", ...lossWords(fight, me, own) };
    return this.#isOut ? OUT : this.#gameWords();
  }

  // Which game it is, and who chooses: of a match its start says that.
  #gameWords() {
    const { fight, me } = this;
    if (fight.best_of === 1) return null;
    return { tone: "is-quiet", icon: "i-info", title: gamesWords(fight, me), more: isMatch(fight) ? "" : chooserWords(fight, me) };
  }

  #drawWords(words) {
    const box = part(this.root, "outcome-words-box");
    box.hidden = !words;
    this.root.classList.toggle("has-words", Boolean(words));
    part(this.root, "outcome-inside").className = ["outcome__inside", words?.tone].join(" ");
    if (!words) return;
    icon(part(this.root, "outcome-icon"), words.icon);
    text(this.root, "outcome-title", words.title);
    text(this.root, "outcome-more", words.more);
  }

  // The acts that are possible now, as { key, words, act, look, icon, label }; `label` is what is read out instead of short words.
  #buttons() {
    const seen = this.fight.result;
    const another = { key: "again", words: gettext("Enter another result"), act: () => this.open(), look: "button--line" };
    switch (this.stage) {
      case "over":
        return [];
      case "entered":
        return [another];
      case "asked":
        return [this.#deny(), this.#agree(gettext("Confirm"), "button--primary")];
      case "disputed":
        if (seen.entered_by === this.me) return [another, ...this.#agreeAfterAll()];
        return [{ ...another, words: seen.claim ? gettext("Change the result") : gettext("Enter what happened") }, this.#agree(rightWords(this.fight, seen.entered_by), "button--line")];
      default:
        return isMatch(this.fight) ? this.#ofMatch() : this.fight.best_of > 1 ? this.#games() : this.#kinds();
    }
  }

  // Not `confirm`, which agrees with whatever stands by then: this says what was read here, and the same from both sides counts.
  #agree(words, look, { winner, score } = this.fight.result) {
    return { key: "agree", words, look, icon: "i-check", act: () => this.#say({ type: "result", winner, score }) };
  }

  #deny() {
    return { key: "deny", words: gettext("That’s wrong"), look: "button--line", act: () => this.open(null, this.fight.result) };
  }

  // Agrees with what the other side has entered in place of the own result. Which of several it was is not known.
  #agreeAfterAll() {
    const { fight, me } = this;
    if (!fight.result.claim || isPod(fight)) return [];
    const [other] = otherSides(fight, me);
    return [this.#agree(rightWords(fight, other.fighter), "button--line", fight.result.claim)];
  }

  // How the game that goes on has ended. With the one that decides the fight its result is entered, which the other side confirms.
  #games() {
    const { fight, me } = this;
    const gold = this.#goldKind();
    const others = otherSides(fight, me);
    const lost = others.map(({ fighter }) => ["lost", fighter]);
    const games = [...lost, ["drawn", null], ["won", me]].map(([kind, winner]) => {
      const isNamed = kind === "lost" && others.length > 1; // "I lost" does not say to which side
      const words = isNamed ? resultWords({ ...fight, best_of: 1 }, { winner }, me) : KINDS[kind];
      const isLast = winner !== null && winsWithThis(fight, winner);
      const end = () => this.#say({ type: "game", game: fight.games.length + 1, winner });
      const look = kind === gold ? "button--primary" : "button--line";
      return { key: isNamed ? `${kind}-${winner}` : kind, words, label: isNamed ? words : GAMES[kind], act: isLast ? () => this.open(kind) : end, look };
    });
    return [...games, this.#whole()];
  }

  #whole() {
    return { key: "whole", words: gettext("Result …"), label: gettext("Enter the result of the fight"), act: () => this.open(), look: "button--quiet" };
  }

  #kinds() {
    const kinds = new Set(outcomes(this.fight, this.me).map(({ kind }) => kind));
    const gold = this.#goldKind();
    return Object.entries(KINDS)
      .filter(([kind]) => kinds.has(kind))
      .map(([kind, words]) => {
        const look = kind === gold ? "button--primary" : "button--line";
        return { key: kind, words, act: () => this.open(kind), look };
      });
  }

  // A game of a match: it is conceded, or the other side is said to be out, which they confirm where it decides the fight.
  #ofMatch() {
    const { fight, me, own } = this; // of a team each concedes for it in their own name
    const lost = losers(fight);
    const isMine = lost.some(({ fighter }) => fighter === this.#unit);
    const out = (fighters) => () => this.ask(outOf(this.fight, fighters));
    const others = lost.filter(({ fighter }) => fighter !== this.#unit).map(({ fighter }) => fighter);
    const all = lost.map(({ fighter }) => (fighter === me ? own : fighter));
    const buttons = [];
    const together = eachAlone(fight).sides.length > 2 ? gettext("All of us are out") : gettext("Both out: a drawn game");
    if (isMine && others.length) buttons.push({ key: "drawn-game", words: together, act: out(all), look: "button--primary" });
    else if (others.length) buttons.push({ key: "out", words: this.#outWords, icon: "i-check", act: out(others), look: "button--primary" });
    const isTeam = peopleOf(fight, me) > 1;
    const ours = isTeam ? [gettext("Tap again: we lost this game"), weLost] : [gettext("Tap again: I lost this game"), iLost];
    const said = this.#isLieutenant ? [gettext("Tap again: I am out"), iAmOut] : ours;
    const sure = this.armed ? said[0] : isMine ? said[1] : gettext("Concede");
    const concede = () => (isMine || this.armed ? this.#conceded(out([own])) : this.#arm());
    if (!(isMine && others.length) && !this.#isOut) buttons.push({ key: "concede", words: sure, act: concede, look: isMine || this.armed ? "button--primary" : "button--line" });
    const won = () => (winsWithThis(fight, me) ? this.open("won") : this.#say({ type: "game", game: fight.games.length + 1, winner: me }));
    if (!lost.length && !this.#isOut) buttons.push({ key: "won", words: isTeam ? gettext("We won") : KINDS.won, label: isTeam ? gettext("We won this game") : GAMES.won, act: won, look: "button--line" });
    if (!lost.length && !fight.must_be_won) buttons.push({ key: "draw", words: gettext("Draw …"), label: gettext("Agree on a draw"), act: () => this.open("drawn"), look: "button--line" });
    return [...buttons, this.#whole()];
  }

  // Of two sides the one that is out has lost the game; of more, or of some in a team, the others go on with it.
  get #outWords() {
    return eachAlone(this.fight).sides.length > 2 ? gettext("They are out") : gettext("They lost this game");
  }

  // Whether the own side, or with roles oneself, is out of a game that others go on with.
  get #isOut() {
    return Boolean(this.#ownUnit.out);
  }

  get #unit() {
    return this.#ownUnit.fighter;
  }

  get #ownUnit() {
    return unitOf(this.fight, this.me, this.own);
  }

  get #isLieutenant() {
    return this.#ownUnit.role === "lieutenant";
  }

  #conceded(say) {
    clearTimeout(this.asked); // of the game before: it must not end the question of this one
    this.armed = false;
    say();
  }

  // A mistaken tap costs no game: for some seconds a second one is asked for.
  #arm() {
    this.armed = true;
    this.asked = setTimeout(() => {
      this.armed = false;
      if (this.fight) this.#drawButtons(this.#buttons());
    }, SURE);
    this.#drawButtons(this.#buttons());
  }

  #goldKind() {
    const left = this.fight.sides.filter((side) => !side.lost);
    if (left.length !== 1) return null;
    return left[0].fighter === this.me ? "won" : "lost";
  }

  #drawButtons(buttons) {
    const root = part(this.root, "outcome-buttons");
    const hadFocus = root.contains(document.activeElement);
    list(
      root,
      buttons,
      ({ key }) => key,
      () => {
        const node = element("button", "button");
        node.type = "button";
        node.addEventListener("click", () => node.getAttribute("aria-disabled") !== "true" && node.act());
        return node;
      },
      (node, button) => {
        node.act = button.act;
        node.className = ["button", "outcome__button", button.look].join(" ");
        const words = button.icon ? [glyph(button.icon), button.words] : [button.words];
        if (node.textContent !== button.words) node.replaceChildren(...words);
        if (button.label) node.ariaLabel = button.label;
        else node.removeAttribute("aria-label");
        node.setAttribute("aria-disabled", String(!this.isFree || Boolean(this.waiting)));
      },
    );
    root.hidden = !buttons.length;
    if (!hadFocus || root.contains(document.activeElement)) return;
    (root.querySelector("button") ?? document.getElementById("fight-title")).focus({ preventScroll: true });
  }

  #say(message) {
    this.ask({ ...message, fight: this.fight.fight });
  }

  // Opens the dialog, for all results or for those of one kind. `denied`: what another side has entered, and is wrong.
  open(kind = null, denied = null) {
    Object.assign(this, { kind, denied });
    part(this.dialog, "agreed").checked = false;
    text(this.dialog, "title", denied ? gettext("What happened?") : gettext("Enter the result"));
    this.#drawDialog(null);
    this.dialog.showModal();
    if (this.options.length === 1) part(this.dialog, "send").focus();
  }

  // Draws the open dialog again. A choice stays unless a game was counted meanwhile: its score may no longer be right.
  #follow({ fight, isTimed }) {
    const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const hasSameGames = isSame(fight.games, this.fight.games);
    if (hasSameGames && isSame(fight.result, this.fight.result) && isTimed === this.isTimed) return;
    const hadFocus = part(this.dialog, "choices").contains(document.activeElement);
    this.#drawDialog(hasSameGames ? this.#chosen : null);
    if (hadFocus) (this.form.querySelector("input:checked") ?? this.form.querySelector("input")).focus();
  }

  #drawDialog(chosen) {
    const { kind, denied } = this;
    const all = outcomes(this.fight, this.me).filter((outcome) => (!kind || outcome.kind === kind) && !(denied && isSameResult(outcome, denied)));
    this.options = all.filter((outcome) => !this.isTimed || !isShort(this.fight, outcome) || this.#isAgreed(outcome));
    const nodes = this.options.map((outcome, index) => this.#choice(outcome, index));
    part(this.dialog, "choices").replaceChildren(...nodes);
    part(this.dialog, "choices").classList.toggle("is-paired", this.#isPaired());
    part(this.dialog, "choices-box").hidden = nodes.length === 1;
    const likely = this.options.findIndex((outcome) => (chosen ? isSameResult(outcome, chosen) : follows(this.fight, outcome)));
    if (chosen || kind || nodes.length === 1) nodes[Math.max(0, likely)].querySelector("input").checked = true;
    const isAsked = this.stage === "asked"; // another side may have entered a result since the dialog was opened
    const said = isAsked ? saysWords(this.fight, this.fight.result, this.me) : this.stage === "open" && this.fight.best_of > 1 ? gamesWords(this.fight, this.me) : "";
    part(this.dialog, "said").hidden = !said;
    text(this.dialog, "said", said);
    text(this.dialog, "asked", isAsked || this.stage === "disputed" ? this.#contestedWords() : this.#askedWords());
    part(this.dialog, "call").hidden = !isAsked;
    this.#drawSentence();
  }

  // Whether two choices fit beside each other: those of a match that is fought to its end, with names that are not long.
  #isPaired() {
    const words = this.options.flatMap((outcome) => resultWords(this.fight, outcome, this.me).split(/\s/));
    return this.fight.best_of > 1 && this.isTimed && words.every(({ length }) => length <= LONGEST_BESIDE);
  }

  #askedWords() {
    if (isPod(this.fight)) return gettext("One of the others will be asked to confirm it.");
    return interpolate(gettext("%(name)s will be asked to confirm it."), { name: otherNames(this.fight, this.me) });
  }

  // Two results that differ call the organizer, until both sides say the same.
  #contestedWords() {
    if (isPod(this.fight)) return gettext("The organizer is called and decides, unless the others agree with you.");
    return interpolate(gettext("The organizer is called and decides, unless you and %(name)s agree."), { name: otherNames(this.fight, this.me) });
  }

  #choice(outcome, index) {
    const node = clone("result-choice");
    node.querySelector("input").value = String(index);
    text(node, "words", resultWords(this.fight, outcome, this.me));
    text(node, "more", isShort(this.fight, outcome) && !this.isTimed ? gettext("the other games were not played") : "");
    return node;
  }

  // In a match a draw is agreed on at any time (M24), before the first game has ended too.
  #isAgreed(outcome) {
    return outcome?.kind === "drawn" && isMatch(this.fight);
  }

  get #chosen() {
    return this.options[Number(this.form.querySelector("input:checked")?.value ?? -1)] ?? null;
  }

  #drawSentence() {
    const chosen = this.#chosen;
    text(this.dialog, "sentence", chosen ? entryWords(this.fight, chosen, this.me) : gettext("Choose what happened."));
    const isAgreed = this.#isAgreed(chosen);
    part(this.dialog, "agreed-box").hidden = !isAgreed;
    part(this.dialog, "send").disabled = !chosen || (isAgreed && !part(this.dialog, "agreed").checked);
  }

  #call() {
    this.dialog.close();
    this.#say({ type: "dispute" });
  }

  #submit(event) {
    event.preventDefault();
    const { winner, score } = this.#chosen;
    this.dialog.close();
    this.#say({ type: "result", winner, score });
  }
}
