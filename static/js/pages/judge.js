// A judge's page, live: what the server draws is put into the page again when the socket tells of a change.

import { WORDS } from "../components/sound-switch.js";
import { NextDraft } from "../events/next-draft.js";
import { Official } from "../events/panel/official.js";
import { part, text } from "../lib/dom.js";
import { stayAwake } from "../lib/extras.js";

class JudgesPage {
  constructor(root) {
    this.root = root;
    this.official = new Official(root, { as: "judge", onState: ({ event }) => this.nextDraft.take(event) });
    const { live } = this.official;
    this.nextDraft = new NextDraft(part(root, "next-draft"), { isLive: () => live.isLive });
    this.#offerSound(this.official.sounds);
    stayAwake();
    this.official.open();
  }

  #offerSound(sounds) {
    const button = part(this.root, "sound");
    const draw = () => {
      button.setAttribute("aria-pressed", String(sounds.muted));
      text(button, "sound-words", sounds.muted ? WORDS.off : WORDS.on);
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      sounds.toggle();
      draw();
    });
    draw();
  }
}

new JudgesPage(document.getElementById("judging"));
