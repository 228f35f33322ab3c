// Why this page shows no draft any more, in one place: a sentence for each case, and the way on.

import { part, text } from "../lib/dom.js";

import { gettext, interpolate } from "../lib/gettext.js";
import { LINE, TOO_MANY_PLACES } from "../lib/live.js";
import { isPaper } from "../paper/paper-words.js";
import { offTheList, overTitle, removed } from "./sentences.js";

export const THANKS = gettext("Thank you for playing.");

// Also on the pad of a pile.
export const TOO_MANY_PLACES_WORDS = [
  gettext("This seat is open in too many places"),
  gettext("Only the eight newest stay connected. Close the ones you do not need, or continue here."),
];

const OUT = gettext("You are not in the event any more");
const OUT_OF_FIGHTS = gettext("You are out of the fights");
const REMOVED_WITH_SHARE = gettext(
  "The organizer removed you. You still get your share of the cards. If that was a mistake, ask them for a link to your seat.",
);

const CASES = {
  removed: [gettext("You are not on the list any more"), offTheList],
  replaced: [gettext("A bot has taken your seat"), removed],
  unseated: [
    gettext("You are not at the table any more"),
    gettext("The organizer removed you, and says when your seat has placed. If that was a mistake, ask them for a link to your seat."),
  ],
  out: [OUT, removed],
  out_but_sharing: [OUT, REMOVED_WITH_SHARE],
  out_of_fights: [OUT_OF_FIGHTS, removed],
  out_of_fights_but_sharing: [OUT_OF_FIGHTS, REMOVED_WITH_SHARE],
  moved: [gettext("This seat is now on another device"), gettext("Nothing is lost: everything that you sent is stored.")],
  left: [gettext("You have left this event"), gettext("A place that is left in the lobby is free again. In a draft a bot has it; with real packs the organizer leads it on.")],
  cancelled: [gettext("This event was cancelled"), gettext("The organizer ended it before the draft had started.")],
  over: [overTitle, THANKS],
  deleted: [gettext("This event was deleted"), gettext("The organizer deleted it, with everything that was stored of it.")],
  // It was not connected when it lost its seat: only the page of joining knows why.
  4003: [gettext("This device has no seat here any more"), gettext("The organizer took you off the list, or your seat is on another device now. Ask them, or join again.")],
  [TOO_MANY_PLACES]: TOO_MANY_PLACES_WORDS,
  4404: [gettext("There is no such event"), gettext("The code is wrong, or the event was deleted.")],
};

// The case of a fighter whom the organizer removed; `state` is what this device saw last, if anything.
export const caseOfRemoval = (state) => {
  const { phase, stages } = state?.event ?? { phase: "lobby" };
  if (phase === "lobby") return "removed";
  const isDrafting = ["drafting", "review"].includes(phase);
  if (isPaper(state) && (isDrafting || phase === "opening")) return "unseated";
  if (isDrafting) return "replaced"; // only then a bot takes a seat over
  const shares = stages.some(({ stage, state: when }) => stage === "sharing" && when !== "done");
  return (phase === "fighting" ? "out_of_fights" : "out") + (shares ? "_but_sharing" : "");
};

export class Ended {
  // `connect` connects again after the seat was open in too many places.
  constructor(root, connect) {
    this.root = root;
    this.again = part(root, "gone-again");
    this.again.addEventListener("click", () => {
      this.again.disabled = true;
      this.again.textContent = LINE.connecting;
      connect();
    });
  }

  // `why`: one of the cases.
  draw(why) {
    const [title, words] = CASES[why];
    text(this.root, "gone-title", title);
    text(this.root, "gone-words", words);
    const joins = why === "removed" || why === 4003;
    part(this.root, "gone-join").hidden = !joins;
    this.again.hidden = why !== TOO_MANY_PLACES;
    this.again.disabled = false;
    this.again.textContent = gettext("Continue here");
    part(this.root, "gone-landing").hidden = joins || why === TOO_MANY_PLACES;
  }
}

// How far a draft came that was stopped. Between two packs all hands are empty.
export const stoppedWords = ({ round, seats }) => {
  const isBetween = seats.every((seat) => !seat.in_hand);
  const words = isBetween ? gettext("The event was stopped after pack %(round)s.") : gettext("The event was stopped in pack %(round)s.");
  return interpolate(words, { round });
};
