// Why this page shows no draft any more, in one place: a sentence for each case, and the way on.

import { part, text } from "../lib/dom.js";

const CASES = {
  removed: ["You are not on the list any more", "The organizer took you off the list. Ask them, or join again."],
  replaced: ["A bot has your seat now", "The organizer took you out of the draft. If that was a mistake, ask them to undo it."],
  moved: ["This seat is now on another device", "Nothing is lost: all that was sent is stored."],
  left: ["You have left this event", "A place that is left in the lobby is free again; in a draft a bot has it."],
  cancelled: ["This event was cancelled", "The organizer ended it before the draft had started."],
  4003: ["This device has no seat here", "It is not, or not any more, one of a fighter of this event."],
  4404: ["There is no such event", "The code leads nowhere, or the event was taken down."],
};

export class Ended {
  constructor(root) {
    this.root = root;
  }

  // `why`: one of the cases.
  draw(why) {
    const [title, words] = CASES[why];
    text(this.root, "gone-title", title);
    text(this.root, "gone-words", words);
    part(this.root, "gone-join").hidden = why !== "removed";
    part(this.root, "gone-landing").hidden = why === "removed";
  }
}

// How far a draft came that was stopped. Between two packs nobody holds a card.
export const stoppedWords = ({ round, seats }) =>
  `The event was stopped ${seats.every((seat) => !seat.in_hand) ? "after" : "in"} pack ${round}.`;
