// The words to a fighter who has called a judge: that somebody is on the way, and the note that came with the answer.

import { game } from "../../lib/game.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { keep, readKept } from "../../lib/kept.js";
import { isolate } from "../../lib/words.js";
import { CALL_OF_CARD } from "./judge.js";

export class JudgeNotices {
  // `key` names what is dismissed in the storage; `onDismiss` is called then.
  constructor(key, onDismiss, storage = sessionStorage) {
    this.key = key;
    this.onDismiss = onDismiss;
    this.storage = storage;
    this.dismissed = readKept(key, storage) ?? 0;
  }

  // The own call, while nobody has answered it; null where there is none.
  call({ you, clock }) {
    return you.call && { key: "judge", tone: "is-gold", icon: "i-judge", words: callWords(you.call, clock) };
  }

  // The note of the last answer, until it is dismissed or another call is made; null where there is none.
  note({ you: { call, note } }) {
    if (!note || call || note.call === this.dismissed) return null;
    const words = interpolate(gettext("The judge: %(note)s"), { note: isolate(note.text) });
    return { key: `note-${note.call}`, tone: "is-gold", icon: "i-judge", words, dismiss: () => this.#dismiss(note.call) };
  }

  #dismiss(call) {
    this.dismissed = call;
    keep(this.key, call, this.storage);
    this.onDismiss();
  }
}

const callWords = ({ reason, taken }, { seconds }) => {
  const onTheWay = takenWords(taken);
  if (reason !== CALL_OF_CARD) return onTheWay || gettext("A judge has been called.");
  return [seconds === null ? game().call.openUntimed : game().call.open, onTheWay].filter(Boolean).join(" ");
};

const takenWords = (taken) => {
  if (!taken) return "";
  if (taken.by === "organizer") return gettext("The organizer is coming to you.");
  return interpolate(gettext("%(name)s is coming to you."), { name: isolate(taken.name) });
};
