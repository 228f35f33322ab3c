// The score of a quiz, and the other seats that can be asked.

import { part, text } from "../../lib/dom.js";
import { element } from "../../lib/elements.js";
import { gettext, interpolate, ngettext } from "../../lib/gettext.js";
import { questionsOf, usualScoreOf } from "./quiz-questions.js";
import { isolate } from "../../lib/words.js";
import { NO_FIGURES, seatMark } from "../replay-words.js";

const meaning = ({ replay, seat, own }, { of }) => {
  const words = seat === own ? ngettext("Of %(of)s card, so many are the same as you took then.", "Of %(of)s cards, so many are the same as you took then.", of) : ngettext("Of %(of)s card, so many are the same as %(name)s took.", "Of %(of)s cards, so many are the same as %(name)s took.", of);
  return interpolate(words, { of, name: isolate(replay.seats[seat].name) });
};

const beaten = (agreed, beat) => {
  if (agreed === beat) return gettext("A tie with the score that you were challenged with.");
  const words = agreed > beat ? gettext("You beat %(beat)s, the score that you were challenged with.") : gettext("The score to beat was %(beat)s.");
  return interpolate(words, { beat });
};

const usual = ({ replay, seat, own }, score) => {
  if (!score.of) return gettext("By the statistics: too few drafts are finished here to say what is usually taken.");
  const facts = { ...score, own: score.own, name: isolate(replay.seats[seat].name) };
  if (seat === own) return interpolate(gettext("By the statistics: of %(of)s cards, you now chose %(own)s that are usually taken first, and %(seat)s then."), facts);
  return interpolate(gettext("By the statistics: of %(of)s cards, you chose %(own)s that are usually taken first, and %(name)s %(seat)s."), facts);
};

export const drawEnd = (root, scene, { score, figures, questions, answers }) => {
  text(root, "quiz-score", interpolate(gettext("%(agreed)s of %(of)s"), score));
  text(root, "quiz-meaning", meaning(scene, score));
  part(root, "quiz-beaten").hidden = scene.beat === null;
  if (scene.beat !== null) text(root, "quiz-beaten", beaten(score.agreed, scene.beat));
  const round = (each) => {
    const bar = element("i", "quiz__length");
    bar.style.setProperty("--share", String(each.agreed / each.of));
    const words = element("b", "", interpolate(gettext("%(agreed)s of %(of)s"), each));
    return element("li", "quiz__round", element("span", "", interpolate(gettext("Pack %(round)s"), each)), element("span", "quiz__track", bar), words);
  };
  part(root, "quiz-rounds").replaceChildren(...score.rounds.map(round));
  text(root, "quiz-usual", figures ? usual(scene, usualScoreOf(scene.replay, figures, questions, answers)) : NO_FIGURES);
};

// The other seats at which a fighter has chosen.
export const drawSeats = (root, scene, toSeat) => {
  const { replay, seat: now } = scene;
  const seats = replay.seats.filter(({ seat }) => seat !== now && questionsOf(replay, seat).length);
  root.parentElement.hidden = !seats.length;
  root.replaceChildren(
    ...seats.map(({ seat }) => {
      const button = element("button", "button", seatMark(scene, seat));
      button.classList.add("button--line");
      button.type = "button";
      button.addEventListener("click", () => toSeat(seat));
      return button;
    }),
  );
};
