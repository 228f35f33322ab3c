// "Your pick?": the draft of a seat, pack by pack, with its choices hidden until one has chosen. log/quiz/quiz-questions.js says what is asked.

import { isComplete, places, toggle } from "../../draft/choice.js";
import { copyWords } from "../../lib/copying.js";
import { icon, part, text } from "../../lib/dom.js";
import { element } from "../../lib/elements.js";
import { game } from "../../lib/game.js";
import { gettext, interpolate, ngettext } from "../../lib/gettext.js";
import { keep, readKept } from "../../lib/kept.js";
import { tellLowerBar } from "../../components/lower-bar.js";
import { questionsOf, readAnswers, scoreOf } from "./quiz-questions.js";
import { isolate } from "../../lib/words.js";
import { readCard } from "../../components/card.js";
import { Pack } from "../../draft/pack.js";
import { drawAnswer } from "./quiz-answer.js";
import { drawEnd, drawSeats } from "./quiz-end.js";
import { drawPile } from "../replay-pile.js";
import { seatMark, wayPill } from "../replay-words.js";

const COPIED_MS = 2500;

export class Quiz {
  // `to`: { leave(at), toSeat(seat), address({ table, seat, beat }) }.
  constructor(root, page, to) {
    Object.assign(this, { root, page, to, isOpen: false, title: document.title });
    this.pack = new Pack(part(root, "quiz-pack"), { look: (card) => this.#look(card), toggle: (card) => this.#toggle(card), confirm: () => this.#on() });
    const presses = { "quiz-on": () => this.#on(), "quiz-back": () => this.#back(), "quiz-leave": () => this.#leave(), "quiz-read": () => readCard(this.looked) };
    const ofTheEnd = { "quiz-last": () => this.#back(), "quiz-again": () => this.#again(), "quiz-challenge": () => this.#challenge() };
    tellLowerBar(part(root, "quiz-bar"));
    for (const [name, press] of Object.entries({ ...presses, ...ofTheEnd })) part(root, name).addEventListener("click", press);
    document.addEventListener("keydown", (event) => this.isOpen && this.#key(event));
  }

  // `scene`: { replay, faces, table, seat, own, beat }.
  open(scene) {
    this.scene = scene;
    this.questions = questionsOf(scene.replay, scene.seat);
    const kept = readKept(this.#keptAs);
    this.answers = readAnswers(scene.replay, this.questions, kept?.answers);
    this.index = Math.min(Math.max(Number(kept?.index) || 0, 0), this.answers.length);
    this.isOpen = true;
    this.root.dataset.mode = "quiz";
    this.#drawChallenge(null);
    part(this.root, "quiz").hidden = false;
    this.#askFigures();
    this.#show();
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    delete this.root.dataset.mode;
    part(this.root, "quiz").hidden = true;
  }

  get #keptAs() {
    return `quiz ${location.pathname} t${this.scene.table}s${this.scene.seat}`;
  }

  get #question() {
    return this.questions[this.index];
  }

  get #isAnswered() {
    return this.index < this.answers.length;
  }

  async #askFigures() {
    if (this.figures) return;
    const answer = await fetch(this.page.figures).catch(() => null);
    if (!answer?.ok) return;
    this.figures = await answer.json();
    if (this.isOpen && (this.#isAnswered || !this.#question)) this.#draw();
  }

  // Another question, its answer, or the score.
  #show() {
    this.chosen = [];
    this.looked = null;
    keep(this.#keptAs, { answers: this.answers, index: this.index });
    const isAsked = this.#question && !this.#isAnswered;
    if (isAsked) this.pack.deal(this.#question.turn.hand.map((place) => this.scene.replay.card(place)));
    this.#draw();
    if (isAsked) this.pack.focus();
    else part(this.root, this.#question ? "quiz-on" : "quiz-place").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  #look(card) {
    this.looked = card;
    part(this.root, "quiz-read").disabled = false;
  }

  #toggle(card) {
    this.chosen = toggle(this.#question.owed, this.chosen, card);
    this.#drawBar();
  }

  // The act of the large button: choose, go on, see the score.
  #on() {
    if (!this.#question) return;
    if (this.#isAnswered) this.index += 1;
    else if (isComplete(this.#question.owed, this.chosen)) this.answers.push(this.chosen.map((card) => this.#placeOf(card)));
    else return;
    this.#show();
  }

  #placeOf({ id }) {
    return this.#question.turn.hand.find((place) => this.scene.replay.card(place).id === id);
  }

  #back() {
    if (!this.index) return;
    this.index -= 1;
    this.#show();
  }

  // To the last step whose answer was seen.
  #leave() {
    const seen = this.questions[Math.min(this.index, this.answers.length - 1)];
    this.to.leave(seen?.at ?? 0);
  }

  #again() {
    Object.assign(this, { answers: [], index: 0 });
    this.#show();
  }

  #challenge() {
    const { table, seat } = this.scene;
    const done = copyWords(part(this.root, "quiz"), this.to.address({ table, seat, beat: this.#score.agreed }));
    this.#drawChallenge(done);
    setTimeout(() => this.#drawChallenge(null), COPIED_MS);
    if (!done) history.replaceState(null, "", this.to.address({ table, seat, beat: this.#score.agreed }));
  }

  #drawChallenge(done) {
    const words = { null: gettext("Challenge a friend"), true: gettext("Copied"), false: gettext("Copy the address") };
    icon(part(this.root, "quiz-challenge"), done ? "i-check" : "i-copy");
    text(this.root, "quiz-challenge-words", words[done]);
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isAsked = this.#question && !this.#isAnswered;
    if (event.key === "Escape") this.#leave();
    else if (event.key === "ArrowLeft") this.#back();
    else if (event.key === "ArrowRight" && !isAsked) this.#on();
    else if (isAsked && ["ArrowRight", "ArrowDown", "Home"].includes(event.key)) this.pack.focus();
    else return;
    event.preventDefault();
  }

  get #score() {
    return scoreOf(this.scene.replay, this.questions, this.answers);
  }

  #draw() {
    const { root, scene } = this;
    const isOver = !this.#question;
    part(root, "quiz-end").hidden = !isOver || !this.questions.length;
    part(root, "quiz-others").hidden = !isOver;
    for (const name of ["quiz-body", "quiz-bar"]) part(root, name).hidden = isOver;
    this.#drawHead();
    this.#drawBeads();
    if (!isOver) return this.#drawQuestion();
    if (this.questions.length) drawEnd(root, scene, { score: this.#score, figures: this.figures, questions: this.questions, answers: this.answers });
    return drawSeats(part(root, "quiz-seats"), scene, (seat) => this.to.toSeat(seat));
  }

  #drawHead() {
    const { root, scene } = this;
    const question = this.#question;
    const { step } = question ? scene.replay.moments[question.at] : {};
    const place = step ? interpolate(game().place, { round: step.round, pass: step.number }) : gettext("Your pick?");
    text(root, "quiz-place", place);
    document.title = `${place} · ${this.title}`;
    const who = element("span", "pill", seatMark(scene, scene.seat));
    const { agreed, of } = this.#score;
    const count = (className, words, values) => element("span", `pill ${className}`, interpolate(words, values));
    const so = of ? [count("", gettext("%(agreed)s of %(of)s the same"), { agreed, of })] : [];
    const beat = scene.beat === null ? [] : [count("is-gold", gettext("to beat: %(beat)s"), { beat: scene.beat })];
    part(root, "quiz-pills").replaceChildren(who, ...(step ? [wayPill(step.direction)] : []), ...so, ...beat);
    text(root, "quiz-words", this.#words());
    const over = part(root, "quiz-over");
    over.hidden = !question?.passedOver;
    const words = ngettext("One choice before this one was made by time, by a bot or by the last cards: it is not asked.", "%(count)s choices before this one were made by time, by a bot or by the last cards: they are not asked.", question?.passedOver ?? 0);
    over.textContent = interpolate(words, { count: question?.passedOver });
  }

  #words() {
    const { replay, seat, own } = this.scene;
    const name = isolate(replay.seats[seat].name);
    if (!this.questions.length) return gettext("There is nothing to guess here: no choice at this seat was made by a fighter.");
    if (!this.#question) return "";
    if (this.scene.beat !== null && !this.answers.length) return interpolate(gettext("You are challenged: of this draft somebody chose %(beat)s cards as %(name)s did. %(name)s held this pack. What would you take?"), { name, beat: this.scene.beat });
    if (this.#isAnswered) return seat === own ? gettext("What you took then, and what became of the rest.") : interpolate(gettext("What %(name)s took, and what became of the rest."), { name });
    return seat === own ? gettext("What would you pick?") : interpolate(gettext("%(name)s held this pack. What would you take?"), { name });
  }

  // A bead for each answer only: the number to come would be a hint.
  #drawBeads() {
    const beads = this.answers.map((_, place) => {
      const { agreed, of } = scoreOf(this.scene.replay, [this.questions[place]], [this.answers[place]]);
      const bead = element("button", "quiz__bead", element("i", "quiz__dot"));
      const { step } = this.scene.replay.moments[this.questions[place].at];
      const where = interpolate(game().place, { round: step.round, pass: step.number });
      bead.type = "button";
      bead.dataset.hit = agreed === of ? "all" : agreed ? "some" : "none";
      bead.setAttribute("aria-label", interpolate(gettext("%(place)s: %(agreed)s of %(of)s the same"), { place: where, agreed, of }));
      if (place === this.index) bead.setAttribute("aria-current", "step");
      bead.addEventListener("click", () => this.#turnTo(place));
      const node = element("li", "", bead);
      node.classList.toggle("is-first", this.questions[place].round !== this.questions[place - 1]?.round);
      return node;
    });
    part(this.root, "quiz-beads").replaceChildren(...beads);
  }

  // Back to what one has answered.
  #turnTo(place) {
    this.index = place;
    this.#show();
  }

  #drawQuestion() {
    const { root, scene } = this;
    const question = this.#question;
    const isAnswered = this.#isAnswered;
    const { hand } = question.turn;
    part(root, "quiz-pack").hidden = isAnswered;
    part(root, "quiz-answer").hidden = !isAnswered;
    part(root, "quiz-figures").hidden = !isAnswered;
    for (const name of ["quiz-pack", "quiz-answer"]) part(root, name).dataset.crowd = hand.length <= 5 ? "few" : hand.length <= 9 ? "some" : "many";
    if (isAnswered) drawAnswer(root, scene, { question, questions: this.questions, chosen: this.answers[this.index], figures: this.figures });
    drawPile(part(root, "quiz-pile"), { ...scene, at: isAnswered ? question.at : question.at - 1 }, scene.seat);
    this.#drawBar();
  }

  #drawBar() {
    const { root } = this;
    const question = this.#question;
    const isAnswered = this.#isAnswered;
    const cardOf = (place) => this.scene.replay.card(place);
    const chosen = isAnswered ? this.answers[this.index].map(cardOf) : this.chosen;
    if (!isAnswered) this.pack.choose(chosen);
    part(root, "quiz-places").replaceChildren(
      ...places(question.owed, chosen).map(({ label, card }) => {
        const name = element("bdi", "", card?.name ?? "–");
        name.dir = "auto";
        return element("li", "quiz__slot", element("span", "quiet small", label), name);
      }),
    );
    part(root, "quiz-back").disabled = !this.index;
    part(root, "quiz-read").hidden = isAnswered;
    part(root, "quiz-read").disabled = !this.looked;
    const on = part(root, "quiz-on");
    on.disabled = !isAnswered && !isComplete(question.owed, chosen);
    on.textContent = !isAnswered ? gettext("Choose") : this.index === this.questions.length - 1 ? gettext("The score") : gettext("Continue");
  }
}
