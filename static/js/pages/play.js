// A fighter's page: what the server sends goes to the scene of the phase, what the fighter does goes to the server.
// Parts that are seen only after the draft (the builder; deck, fight, sharing, pile, the next draft) are loaded then.

import { icon, part, text } from "../lib/dom.js";
import { isBye, roundWords } from "../fights/fights.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { InOrder, linkStyles, loaded, loadedSoon } from "../lib/later.js";
import { LINE, Live, NO_LINE } from "../lib/live.js";
import { isPaper } from "../paper/paper-words.js";
import { Missed } from "../draft/missed.js";
import { Outbox } from "../lib/outbox.js";
import { Sounds, stayAwake } from "../lib/extras.js";
import { Settings } from "../events/settings.js";
import { isTakenBack } from "../draft/taken-back.js";
import { Draft } from "../draft/draft.js";
import { caseOfRemoval, Ended, stoppedWords } from "../draft/ended.js";
import { Judge } from "../draft/judge/judge.js";
import { JudgeNotices } from "../draft/judge/judge-notices.js";
import { Lobby } from "../events/lobby.js";
import { Notices } from "../components/notices.js";
import { Switch } from "../draft/switch.js";

const SCENES = { lobby: "lobby", opening: "opening", drafting: "draft", review: "draft" }; // later phases: "deck", except FIGHTING
const FIRST = Object.keys(SCENES); // the phases until the draft is over
const LINE_LOST = {
  call: gettext("No connection. Your call for a judge is sent when it is back."),
  draft: gettext("No connection. The draft may have gone on."),
  other: NO_LINE,
};
const FIGHTING = "fighting"; // has two scenes, "fight" and "deck"
const OVERTAKEN = ["stale", "already_chosen", "not_drafting"];
const LOOK_AGAIN = [3, 6, 9, 12, 15]; // seconds after a removal, which can be undone
const LOOK_NO_MORE = 20;

// Whether a deck is built of the own cards now.
const isBuilding = ({ event, you }) => event.phase === "building" && Boolean(you.deck) && Boolean(you.pile);

// Whether everybody brings a deck along, so that its cards are known only by its list.
const bringsDecks = () => Boolean(document.querySelector('[data-for="listing"]'));

class Play {
  constructor(root) {
    this.root = root;
    this.state = null;
    this.view = "fight"; // what is looked at while one fights: "fight", "deck", or between two games "match", its deck
    this.overtaken = null; // is made by the scenes that know of decks
    this.title = document.title; // until a scene says where we are
    this.line = "connecting";
    this.live = new Live(root.dataset.ws);
    new Settings(this.live);
    this.switch = new Switch(root);
    this.outbox = new Outbox(`outbox-${root.dataset.seat}`);
    this.missed = new Missed(`missed-${root.dataset.seat}`);
    this.sounds = new Sounds();
    this.say = (words) => text(root, "spoken", words);
    this.judgeNotices = new JudgeNotices(`note-${root.dataset.code}`, () => {
      this.scenes.draft.drawNotices();
      this.drawNotices();
    });
    this.judge = new Judge(document.getElementById("judge"), this);
    this.heard = new InOrder();
    this.scenes = {
      lobby: this.#scene("lobby") && new Lobby(this.#scene("lobby"), this), // a practice has none, and no sharing
      draft: new Draft(this.#scene("draft"), this),
    };
    this.ended = new Ended(this.#scene("gone"), () => this.live.again());
    this.notices = new Notices(part(root, "page-notices"));
    this.#listen();
    this.#tools();
    stayAwake();
    if (document.getElementById("packs-styles")) this.heard.after(() => loaded(() => this.#loadPacks()));
    this.live.open();
  }

  // Sends what needs an answer, and again after every reconnect until the answer is there.
  ask(message) {
    this.live.send(this.outbox.add(message));
    this.#drawLine();
  }

  get isLive() {
    return this.line === "live";
  }

  // A fighter who has only five seconds is there: whatever they do says so.
  sayHere() {
    const isAsked = this.outbox.find("here");
    if (this.state?.you?.hurried && this.isLive && !isAsked) this.ask({ type: "here" });
  }

  // That the page is offline, which comes before all else; null while it is not.
  get offlineNotice() {
    if (this.line !== "offline") return null;
    const what = this.outbox.find("call_judge") ? "call" : this.lastName === "draft" ? "draft" : "other";
    return { key: "no-line", tone: "is-bad", icon: "i-warn", words: LINE_LOST[what] };
  }

  // The events that the fighter missed, until dismissed; null when there are none.
  missedNotice() {
    const { words } = this.missed;
    const dismiss = () => {
      this.missed.dismiss();
      this.drawNotices();
    };
    return words ? { key: "missed", tone: "is-gold", icon: "i-clock", words, dismiss } : null;
  }

  #scene(name) {
    return this.root.querySelector(`[data-for="${name}"]`);
  }

  // The scenes that follow the draft, with their styles.
  async #loadLater() {
    const [{ Deck }, { Champion }, { Fight }, { NextDraft }, { PileScene }, { Share }] = await Promise.all([
      import("../decks/deck.js"),
      import("../fights/champion.js"),
      import("../fights/fight.js"),
      import("../events/next-draft.js"),
      import("../paper/pile.js"),
      import("../sharing/share.js"),
      linkStyles(document.getElementById("later-styles")),
    ]);
    this.scenes.deck = new Deck(this.#scene("deck"), this);
    this.nextDraft = new NextDraft(part(this.root, "next-draft"), { isLive: () => this.isLive });
    this.champion = new Champion(document.getElementById("champion"), this);
    this.scenes.fight = new Fight(this.#scene("fight"), this);
    this.scenes.pile = new PileScene(this.#scene("pile"));
    if (bringsDecks()) await this.#loadOwn();
    const share = this.#scene("share");
    if (share) this.scenes.share = new Share(share, this, () => this.#take(this.state));
  }

  // The packs of a format in which all keep theirs.
  async #loadPacks() {
    const [{ Packs }] = await Promise.all([import("../draft/packs.js"), linkStyles(document.getElementById("packs-styles"))]);
    const stage = import("../draft/ceremonies/ceremony-stage.js").then(({ makeStage }) => makeStage());
    this.scenes.packs = new Packs(this.#scene("packs"), this, () => this.#take(this.state), stage);
  }

  async #loadOwn() {
    const [{ OwnList }] = await Promise.all([import("../building/listing.js"), linkStyles(document.getElementById("listing-styles"))]);
    this.scenes.listing = new OwnList(this.#scene("listing"), this);
  }

  // The deck of the match that is fought is changed in the builder.
  buildMatch() {
    const title = bringsDecks() ? "listing-title" : "build-title";
    if (!bringsDecks() && !this.scenes.build) this.heard.after(() => loaded(() => this.#loadBuild()));
    this.heard.do(() => {
      this.look("match");
      document.getElementById(title).focus({ preventScroll: true });
    });
  }

  async #loadBuild() {
    const [{ loadBuild }] = await Promise.all([import("../building/build.js"), linkStyles(document.getElementById("build-styles"))]);
    this.scenes.build = await loadBuild(this.#scene("build"), this);
  }

  #listen() {
    const on = (type, handle) => this.live.addEventListener(type, ({ detail }) => this.heard.do(() => handle(detail)));
    on("state", (state) => this.#take(state));
    on("seat", (change) => this.#change(change));
    on("marked", ({ cards }) => this.scenes.draft.takeMarks(cards));
    on("ack", ({ id, seq }) => this.#settled(this.outbox.settle(id), seq));
    on("error", (error) => this.#refused(error));
    on("line", (line) => this.#drawLine(line));
    on("ended", ({ reason }) => (this.reason = reason));
    on("closed", (code) => this.#closed(code));
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => this.sayHere());
  }

  #tools() {
    part(this.root, "keys-button").addEventListener("click", () => this.scenes.draft.device.open());
    part(this.root, "judge-button").addEventListener("click", () => this.judge.open());
    part(this.root, "sound-button").addEventListener("click", () => this.#toggleSound());
    this.tabs = [...part(this.root, "views").querySelectorAll("button")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.look(tab.dataset.view));
    this.#drawSound();
    addEventListener("keydown", (event) => {
      const isTyping = event.target.closest("input, textarea, select, dialog");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const { hand, device } = this.scenes.draft;
      if (event.key === "?") device.open();
      if (this.root.dataset.scene !== "draft") return;
      const isFree = event.target === document.body;
      if (isFree && event.key === "Enter") hand.enter();
      const isBeside = isFree || event.target.closest("footer") || event.target.closest(".held__actions");
      if (isBeside && /^Arrow(Left|Right)$/.test(event.key)) hand.focus();
      if (isBeside && event.key === "Escape") hand.takeBack();
      if (/^[1-9]$/.test(event.key) && !event.repeat) hand.pick(Number(event.key));
    });
  }

  // Avatars are of events that have them, whose page has a place for them.
  async #drawAvatars() {
    const root = part(this.root, "avatar-strip");
    if (!root) return;
    const [{ AvatarStrip }, { numbersOf }] = await loadedSoon(() => Promise.all([import("../avatars/strip.js"), game().avatars()]));
    this.avatars ??= new AvatarStrip(root, numbersOf);
    if (this.state) this.avatars.draw(this.state);
  }

  // Planar decks are chosen in events in which each fighter has one.
  async #drawPlanar() {
    const root = part(this.root, "planar-strip");
    if (!root) return;
    const { drawPlanar } = await loadedSoon(() => import("../fights/planar-strip.js"));
    if (this.state) drawPlanar(root, this.state);
  }

  // Commanders are named in events of Commander without lists.
  async #drawCommander() {
    const root = part(this.root, "commander-strip");
    if (!root) return;
    const { drawCommander } = await loadedSoon(() => import("../fights/commander-strip.js"));
    if (this.state) drawCommander(root, this.state);
  }

  #take(state) {
    if (!state.you) return this.#strange();
    if (state.battle && !state.battle.places) return location.reload(); // a battle has a page of its own, to which this one leads
    if (isBuilding(state) && !this.scenes.build) return this.#after(() => this.#loadBuild(), state);
    if (!isBuilding(state) && !this.scenes.fight && !FIRST.includes(state.event.phase)) return this.#after(() => this.#loadLater(), state);
    this.#found();
    this.switch.take(state.event);
    this.switch.changed();
    const takenBack = isTakenBack(this.state, state);
    const isFighting = state.event.phase === FIGHTING;
    const wasFighting = this.state?.event.phase === FIGHTING;
    const isNewRound = isFighting && this.state?.round?.number !== state.round.number;
    const was = this.view;
    this.state = state;
    if (isNewRound) this.view = "fight";
    const name = isFighting ? this.#viewOf(state) : this.#sceneOf(state);
    if (name === "deck" && !state.you.summary) return this.#gone(state.event.stopped ? "cancelled" : "over");
    if (name === "listing" && state.event.stopped) return this.#gone("cancelled");
    if (takenBack) this.missed.takeBack(state.table);
    this.missed.take(state.you.by_time ?? []);
    this.scenes.fight?.past.take(state);
    this.scenes.fight?.corrected.take(state);
    if (isFighting) this.scenes.fight.take(state);
    else this.scenes.fight?.forget();
    this.overtaken?.take(state, was === "match" && this.view === "fight");
    this.#drawAvatars();
    this.#drawPlanar();
    this.#drawCommander();
    this.#show(name);
    this.#drawViews(isFighting);
    const judgeButton = part(this.root, "judge-button");
    judgeButton.hidden = !judgeButton.dataset.phases.split(" ").includes(state.event.phase);
    if (name !== "draft") this.judge.take(state, []);
    part(this.root, "line").hidden = false;
    if (isNewRound && this.lastName) document.getElementById("fight-title").focus({ preventScroll: true });
    if (name === "pile" && this.lastName === "draft") part(this.root, "pile-title").focus({ preventScroll: true });
    if (name === "build" && this.lastName && this.lastName !== "build") {
      document.getElementById("build-title").focus({ preventScroll: true });
      this.say(gettext("Now build your deck."));
    }
    if (name === "listing" && this.lastName === "lobby") document.getElementById("listing-title").focus({ preventScroll: true });
    if (name === "deck" && ["draft", "packs", "pile", "build"].includes(this.lastName)) {
      document.getElementById("deck-title").focus({ preventScroll: true });
      this.scenes.deck.arrive(state);
    }
    this.lastName = name;
    this.nextDraft?.take(state.event);
    part(this.root, "log-link").classList.toggle("button--primary", !state.event.next && !state.event.practice); // one thing to do now
    this.scenes[name]?.draw(state, takenBack);
    if (wasFighting && ["deck", "listing"].includes(name) && !isFighting) this.#sayEnd(name);
    this.champion?.take(state);
    this.drawNotices();
  }

  // Takes a state once its scenes are loaded.
  #after(load, state) {
    this.heard.after(() => loaded(load));
    this.heard.do(() => this.#take(state));
  }

  // Real packs are opened by hand, and their cards are not known here until the piles are entered.
  #sceneOf(state) {
    if (this.scenes.packs?.areSealed(state)) return "packs";
    if (isBuilding(state)) return "build";
    if (this.scenes.listing && !FIRST.includes(state.event.phase)) return "listing";
    const shared = this.scenes.share?.sceneOf(state);
    if (shared) return shared;
    const scene = SCENES[state.event.phase] ?? "deck";
    const isUnknown = scene === "deck" && !state.you.summary;
    if (isUnknown && state.you.pile_entry) return "pile";
    return isPaper(state) && state.event.phase !== "lobby" && (isUnknown || scene === "opening") ? "draft" : scene;
  }

  #viewOf(state) {
    if (this.view === "match" && state.you.deck?.match?.open) return state.you.deck.list ? "listing" : "build";
    if (this.view === "match") this.view = "fight"; // the game is on
    if (state.you.deck?.list) return this.view === "deck" ? "listing" : "fight";
    const { summary, pile_entry: entry } = state.you;
    if (!summary && !entry) this.view = "fight";
    return this.view === "deck" && !summary ? "pile" : this.view;
  }

  #sayEnd(name) {
    document.getElementById(`${name}-title`).focus({ preventScroll: true });
    this.sounds.play("done", [40, 60, 40]);
    this.say(`${gettext("The fights are over.")} ${part(this.#scene(name), "final").textContent}`);
  }

  // While one fights there are two scenes: the fight and the own deck.
  #drawViews(isFighting) {
    part(this.root, "views").hidden = !isFighting;
    if (!isFighting) return;
    const { summary, pile_entry: entry } = this.state.you;
    const [fightTab, deckTab] = this.tabs;
    fightTab.hidden = deckTab.hidden = !summary && !entry && !this.state.you.deck?.list; // one alone switches nothing
    deckTab.textContent = summary || !entry ? gettext("Your deck") : gettext("Your pile");
    text(this.root, "views-round", roundWords(this.state.round));
    const { fight } = this.state;
    const table = fight && !isBye(fight) ? fight.table : null;
    text(this.root, "views-table", table ? interpolate(gettext("Table %(table)s"), { table }) : "");
    for (const tab of this.tabs) tab.setAttribute("aria-current", String(tab.dataset.view === this.view));
  }

  look(view) {
    this.view = view;
    const name = this.#viewOf(this.state);
    this.lastName = name;
    this.#show(name);
    this.#drawViews(true);
    this.scenes[name].draw(this.state);
    this.drawNotices();
  }

  drawNotices() {
    const { event, table, you } = this.state;
    if (this.lastName === "draft") this.scenes.draft.drawNotices();
    const stopped = event.stopped && { key: "stopped", tone: "is-info", icon: "i-info", words: stoppedWords(table) };
    const asked = this.scenes.fight?.notice(() => this.look("fight"));
    const owed = this.lastName === "deck" && this.scenes.share?.owedNotice(this.state);
    const ofDeck = ["deck", "listing"].includes(this.lastName) ? [asked, stopped, this.missedNotice(), owed] : [];
    const isOut = ["draft", "lobby"].includes(this.lastName); // the draft has notices of its own
    const ofJudge = isOut ? [] : [this.judgeNotices.call(this.state), this.judgeNotices.answer(this.state)];
    const past = isOut ? null : this.scenes.fight?.pastNotice(you, () => this.drawNotices());
    const corrected = isOut ? [] : (this.scenes.fight?.correctedNotices(you, () => this.drawNotices()) ?? []);
    const offline = this.lastName === "draft" ? null : this.offlineNotice;
    this.notices.draw([offline, this.scenes.share?.faultNotice(), ...(this.overtaken?.notices() ?? []), ...ofJudge, ...corrected, past, ...ofDeck].filter(Boolean));
  }

  #change(change) {
    const { type, seq, ...seat } = change;
    Object.assign(this.state.table.seats[change.seat] ?? {}, seat);
    this.switch.changed();
    const { phase } = this.state.event;
    if (phase === "lobby") this.scenes.lobby.draw(this.state);
    if (this.root.dataset.scene === "draft") this.scenes.draft.drawTable(this.state);
    if (this.root.dataset.scene === "packs") this.scenes.packs.draw(this.state);
  }

  #settled(message, seq) {
    if (message?.type === "ready") {
      this.state.you.ready = true;
      if (this.state.event.phase === "lobby") this.scenes.lobby.draw(this.state);
      if (this.state.event.phase === "review") this.scenes.draft.drawTable(this.state);
    }
    if (message?.type === "choose") this.missed.dismiss(); // they are here again, and have read it
    this.scenes.draft.refresh();
    this.scenes.draft.drawNotices();
    this.scenes.fight?.settled(message, seq);
    this.scenes.share?.settled(message);
    this.scenes.build?.settled(message);
    this.scenes.listing?.settled(message);
  }

  #refused({ id, code, message }) {
    const asked = this.outbox.settle(id);
    if (asked?.type === "done") {
      if (!OVERTAKEN.includes(code)) this.say(message);
      this.live.send({ type: "resync" });
    } else if (asked?.type === "choose" && OVERTAKEN.includes(code)) {
      this.missed.refuse(asked, code);
      this.drawNotices();
      this.live.send({ type: "resync" });
    } else if (asked?.type === "choose") {
      this.scenes.draft.hand.fault(message);
    } else if (asked?.type === "call_judge") {
      this.judge.open();
      this.judge.refuse(message);
    }
    this.scenes.fight?.refused(asked, code, message);
    this.scenes.share?.refused(asked, code, message);
    this.scenes.build?.refused(asked, code, message);
    this.scenes.listing?.refused(asked, code, message);
    this.scenes.draft.refresh();
  }

  // The socket was closed for good. A removal can be undone: this device looks a few times whether it was.
  #closed(code) {
    const reason = code === 4001 ? (this.reason ?? "removed") : (this.reason ?? code);
    this.reason = null;
    this.#gone(reason === "removed" ? caseOfRemoval(this.state) : reason);
    if (reason === "removed") this.#lookAgain();
  }

  #lookAgain() {
    this.looks = [
      ...LOOK_AGAIN.map((seconds) => setTimeout(() => this.live.again(), seconds * 1000)),
      setTimeout(() => this.live.close(), LOOK_NO_MORE * 1000),
    ];
  }

  // The server takes this device for a spectator: it has no seat, and lost it while it was not connected.
  #strange() {
    this.live.close();
    if (this.looks) return;
    this.#gone(4003);
    this.#lookAgain();
  }

  #found() {
    for (const look of this.looks ?? []) clearTimeout(look);
    this.looks = null;
  }

  #gone(why) {
    this.ended.draw(why);
    this.say(""); // the last pack is not this page's any more
    for (const name of ["judge-button", "line", "views", "share-views"]) part(this.root, name).hidden = true;
    this.notices.draw([]);
    this.nextDraft?.hide();
    this.#show("gone");
    part(this.root, "gone-title").focus({ preventScroll: true });
  }

  #show(name) {
    if (this.root.dataset.scene === name) return;
    this.root.dataset.scene = name;
    document.getElementById("picks")?.close(); // what they show has a scene of its own now
    for (const scene of this.root.querySelectorAll("[data-for]")) scene.hidden = scene.dataset.for !== name;
    this.scenes.draft.refresh(); // there is no hurry where it is not seen
    document.title = this.title;
    scrollTo(0, 0);
  }

  #drawLine(line = this.line) {
    const isBack = line === "live" && this.line !== "live";
    if (this.line === "live" && line !== "live") this.scenes.draft.loseLine();
    this.line = line;
    part(this.root, "line").dataset.line = line;
    text(this.root, "line-words", LINE[line]);
    if (isBack) for (const message of this.outbox.waiting) this.live.send(message);
    if (isBack) this.scenes?.draft.remind();
    this.scenes?.draft.refresh();
    this.scenes?.draft.drawLine();
    if (this.lastName) this.drawNotices();
    if (this.lastName === "lobby") this.scenes.lobby.draw(this.state);
    this.scenes?.fight?.refresh();
    this.scenes?.share?.refresh();
    this.scenes?.build?.refresh();
    this.scenes?.listing?.refresh();
  }

  #toggleSound() {
    this.sounds.toggle();
    this.#drawSound();
  }

  #drawSound() {
    const button = part(this.root, "sound-button");
    button.setAttribute("aria-pressed", String(this.sounds.muted));
    icon(button, this.sounds.muted ? "i-mute" : "i-sound");
  }
}

new Play(document.getElementById("play"));
