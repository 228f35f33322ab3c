// The deck of a fighter after the draft, whose cards come from its own page (templates/decks/table.html).

import { copyFrom } from "../lib/copying.js";
import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { isBye } from "../fights/fights.js";
import { Overtaken } from "../building/overtaken.js";
import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { finalWords } from "../fights/standings-words.js";
import { isolate } from "../lib/words.js";
import { fetchShow, mindDeck } from "./deck-table.js";
import { builtWords, isMadeUp } from "./deck-words.js";
import { drawStandings } from "../fights/standings.js";

// Before the fights, and between two of them.
const mayChooseStarter = ({ event, fight }) =>
  event.phase === "building" || (event.phase === "fighting" && (!fight || isBye(fight) || Boolean(fight.result?.confirmed)));

const stoppedWords = ({ count }) => {
  if (!count) return gettext("The event was stopped before you had chosen a card.");
  const words = ngettext("%(count)s card, chosen before the event was stopped.", "%(count)s cards, chosen before the event was stopped.", count);
  return interpolate(words, { count });
};

const arrivedWords = ({ event, you }) => {
  if (event.packs_each) return gettext("These are all the cards of your packs.");
  return event.stopped ? stoppedWords(you.summary) : gettext("The draft is over. These are your cards.");
};

const BY_SCRIPT = { "X-Requested-With": "fetch" };

// The deck as its page has it, with its style sheets in the head and loaded.
const readTable = async (address) => {
  const answer = await fetch(address, { headers: BY_SCRIPT });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const known = [...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href"));
  const links = [...page.querySelectorAll("link")].filter((link) => !known.includes(link.getAttribute("href")));
  await Promise.all(links.map(withStyle));
  return document.adoptNode(part(page, "deck-table"));
};

const withStyle = (link) =>
  new Promise((done) => {
    const own = element("link", "");
    own.rel = "stylesheet";
    own.onload = own.onerror = done;
    own.href = link.getAttribute("href");
    document.head.append(own);
  });

export class Deck {
  #stamp = null;
  #show = null;

  constructor(root, app) {
    this.root = root;
    this.app = app;
    app.overtaken ??= new Overtaken(app);
    part(root, "copy").addEventListener("click", () => this.#copy());
    part(root, "look-again").addEventListener("click", () => this.#lay(this.state));
    root.addEventListener("change", ({ target }) => target.name === "starter" && this.#choose(target.form));
  }

  // The draft has just ended here: the deck is revealed once it lies there.
  arrive(state) {
    const { event, you } = state;
    this.app.say(arrivedWords(state));
    const isWhole = !event.stopped && you.summary.count > 0;
    this.#show = isWhole ? fetchShow() : null;
    if (!isWhole) this.app.sounds.play("done", [40, 60, 40]);
  }

  draw(state) {
    this.state = state;
    const { event, you, standings = [], fought, log_open: logOpen } = state;
    const { summary } = you;
    this.#drawNight(event.phase === "finished" ? standings : [], you.name, fought);
    if (you.deck) text(this.root, "title", part(this.root, "title").dataset.built); // before, it is what was drafted
    document.title = `${document.getElementById("deck-title").textContent} · ${isolate(event.name)}`;
    this.#fetchText();
    text(this.root, "deck-words", event.stopped ? stoppedWords(summary) : you.deck ? builtWords(you.deck) : game().whole(summary));
    part(this.root, "deck-words").classList.toggle("only-read", !event.stopped && !isMadeUp(you.deck)); // the cards say so too
    this.root.classList.toggle("is-empty", !summary.count);
    part(this.root, "log-link").hidden = !logOpen;
    this.#lay(state);
    part(this.root, "seed").hidden = !event.seed;
    const proof = gettext("Everything drawn at random came from the seed %(seed)s. Its SHA-256, shown since the start: %(hash)s");
    text(this.root, "seed", interpolate(proof, { seed: event.seed, hash: event.seed_hash }));
  }

  // Reads the cards again when the deck, or what may be settled of it, has changed.
  async #lay(state) {
    const { summary } = state.you;
    const stamp = JSON.stringify([summary, mayChooseStarter(state), state.you.deck?.version]);
    if (!summary.count || stamp === this.#stamp) return;
    this.#stamp = stamp;
    part(this.root, "look-again").hidden = true;
    const [table, show] = await Promise.all([readTable(this.root.dataset.address).catch(() => null), this.#show]);
    if (stamp !== this.#stamp) return; // a newer one is on its way
    if (table) return this.#place(table, show);
    this.#stamp = null;
    text(this.root, "wait-words", gettext("Your cards could not be read. They are safe on the server."));
    part(this.root, "look-again").hidden = false;
  }

  // With a `show` the deck is revealed in the same moment in which it is seen.
  #place(table, show) {
    const chosen = document.activeElement?.name === "starter" ? document.activeElement.value : null;
    const play = () => this.app.sounds.play("reveal", [40, 60, 40]);
    const isOpen = part(this.root, "starter-more")?.open;
    const isRevealed = show && !this.root.hidden && !document.hidden;
    if (isRevealed) {
      show.cover(table);
      show.reveal(table, play); // it asks how large the page is, which costs little before the deck lies there
    }
    part(this.root, "wait").hidden = true;
    part(this.root, "cards").replaceChildren(table);
    mindDeck(table, play);
    if (part(table, "keep")) part(table, "keep").hidden = true; // a tap keeps it
    part(table, "starter-more")?.toggleAttribute("open", Boolean(isOpen));
    table.querySelector(`[name="starter"][value="${chosen}"]`)?.focus({ preventScroll: true });
    this.#show = null;
  }

  // How the fights ended, once all of the night is over.
  #drawNight(standings, name, fought) {
    const own = standings.find((place) => place.name === name);
    const words = own ? finalWords(own, standings, fought) : "";
    part(this.root, "night").hidden = !standings.length;
    part(this.root, "final").hidden = !words;
    text(this.root, "final", words);
    drawStandings(part(this.root, "standings"), standings, name, { isOver: true });
  }

  // The form of the deck's page stores the card that the fighter begins with; its result comes with the next state.
  async #choose(form) {
    let said = gettext("No answer from the server. If nothing changes here, choose again.");
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: BY_SCRIPT });
      if (answer.status === 403) return location.reload(); // the session has changed or ended
      const { done, said: words } = await answer.json();
      this.deckText = null; // it names the card
      said = done ? "" : words;
      this.app.say(words);
    } catch {
      this.app.say(said);
    }
    part(this.root, "fault").hidden = !said;
    text(this.root, "fault-words", said);
  }

  // The text is fetched before it is asked for: a browser lets a page copy only while it handles a tap.
  async #fetchText() {
    this.deckText ??= fetch(this.root.querySelector("a[download]").href).then((answer) => (answer.ok ? answer.text() : ""));
    this.text = await this.deckText;
  }

  #copy() {
    const done = copyFrom(part(this.root, "copy"), this.text ?? "");
    this.app.say(done ? gettext("Copied.") : gettext("Could not copy."));
  }
}
