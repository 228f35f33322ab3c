// The rest of a pack that one was asked about: what was taken, who took what was left, and what the statistics say of each card.

import { decimal, percent } from "../../lib/decimals.js";
import { part } from "../../lib/dom.js";
import { element } from "../../lib/elements.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { askedAgainAt } from "./quiz-questions.js";
import { takenIn } from "../replay.js";
import { number } from "../../lib/words.js";
import { NO_FIGURES, takerCaption } from "../replay-words.js";

const figure = (words, { value, n }, few, written) => {
  const node = element("span", "quiz__figure", interpolate(words, { value: written(value, 1), n: number(n) }));
  node.classList.toggle("is-thin", n < few);
  return node;
};

const figuresOf = ({ few, cards }, card) => {
  const { average_taken_at: at, first_choice_rate: first } = cards[card.number] ?? {};
  return [
    ...(at?.n ? [figure(gettext("taken at %(value)s, n\u00a0%(n)s"), at, few, decimal)] : []),
    ...(first?.n ? [figure(gettext("first %(value)s in 100, n\u00a0%(n)s"), first, few, percent)] : []),
  ];
};

export const drawAnswer = (root, scene, { question, questions, chosen, figures }) => {
  const { replay, faces } = scene;
  const taken = takenIn(question.turn);
  const again = askedAgainAt(replay, questions, question);
  const captionOf = (place) => {
    if (taken.includes(place)) return [element("b", "replay-card__own", gettext("taken"))];
    if ((replay.fate(place)?.number ?? Infinity) >= again) return [element("span", "quiet", gettext("comes round again"))];
    return takerCaption(scene, place, question.at);
  };
  const own = () => element("span", "quiz__own", gettext("your choice"));
  const figureOf = (place) =>
    faces.figure(place, {
      taken: taken.includes(place),
      back: question.turn.back.includes(place),
      caption: [...(chosen.includes(place) ? [own()] : []), ...captionOf(place), ...(figures ? figuresOf(figures, replay.card(place)) : [])],
    });
  part(root, "quiz-answer").replaceChildren(...question.turn.hand.map(figureOf));
  part(root, "quiz-figures").textContent = figures
    ? gettext("Small: when the card is taken on average, and how often it is the first choice from a pack, in all drafts finished here; n is how many cards that is known of, grey below 20.")
    : NO_FIGURES;
};
