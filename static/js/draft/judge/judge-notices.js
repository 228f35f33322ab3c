// The words to a fighter who has called a judge: that somebody is on the way, and the answer: that a card was refused, and the note.

import { game } from "../../lib/game.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { keep, readKept } from "../../lib/kept.js";
import { isolate } from "../../lib/words.js";
import { total } from "../choice.js";
import { judgeCalled } from "../sentences.js";
import { CALL_OF_CARD } from "./judge.js";

export class JudgeNotices {
  // `key` names what is dismissed in the storage; `onDismiss` is called then.
  constructor(key, onDismiss, storage) {
    this.key = key;
    this.onDismiss = onDismiss;
    this.storage = storage;
    this.dismissed = readKept(key, storage) ?? 0;
  }

  // The own call, while it has no answer; null where there is none.
  call({ you, clock }) {
    return you.call && { key: "judge", tone: "is-gold", icon: "i-judge", words: callWords(you.call, clock) };
  }

  // The last answer, until it is dismissed or another call is made; null where there is none. Only a note outlasts the round.
  answer({ you: { call, note, refused } }) {
    if (call) return null;
    if (note) return this.#notice(note.call, noteWords(note));
    return refused ? this.#notice(`refused-${refused}`, game().call.refused) : null;
  }

  #notice(name, words) {
    if (name === this.dismissed) return null;
    return { key: `note-${name}`, tone: "is-gold", icon: "i-judge", words, dismiss: () => this.#dismiss(name) };
  }

  #dismiss(name) {
    this.dismissed = name;
    keep(this.key, name, this.storage);
    this.onDismiss();
  }
}

// A fighter who had placed the cards of the pass already owes one more, any card.
export const verifiedWords = ({ must_choose: owed }) => (total(owed) === 1 ? game().call.oneMore : game().call.verified);

const noteWords = ({ reason, verdict, text }) => {
  const isRefused = reason === CALL_OF_CARD && verdict === "refused";
  const words = interpolate(gettext("The judge: %(note)s"), { note: isolate(text) });
  return isRefused ? `${game().call.refused} ${words}` : words;
};

const callWords = ({ reason, taken }, { seconds }) => {
  const onTheWay = takenWords(taken);
  if (reason !== CALL_OF_CARD) return onTheWay || judgeCalled;
  return [seconds === null ? game().call.openUntimed : game().call.open, onTheWay].filter(Boolean).join(" ");
};

const takenWords = (taken) => {
  if (!taken) return "";
  if (taken.by === "organizer") return gettext("The organizer is coming to you.");
  return interpolate(gettext("%(name)s is coming to you."), { name: isolate(taken.name) });
};
