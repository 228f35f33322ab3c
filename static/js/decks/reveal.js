// A deck is revealed: its cards turn over row by row, and the rarest rises. It lies over the page, which is drawn as it will be; a
// tap or a key ends it. With reduced motion all of it fades in and out.

import { EASE, isStill, nextFrame, part } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { beatsOf, layoutOf } from "./reveal-layout.js";

const FADE = 160;
const STILL = 1200; // how long all of it is seen with reduced motion
const AT_ONCE = 5; // pictures that are placed in one frame
const PATIENCE = 500; // for pictures that are not there yet

const after = (ms) => new Promise((done) => setTimeout(done, ms));

const placed = (node, box) => {
  for (const side of ["left", "top", "width", "height"]) if (box[side] !== undefined) node.style[side] = `${box[side]}px`;
  return node;
};

// Before the deck is placed on the page: what the reveal will lie over is not drawn until it leaves.
export const cover = (table) => {
  for (const node of coveredIn(table)) node.style.contentVisibility = "hidden";
};

const uncover = (table) => {
  for (const node of coveredIn(table)) node.style.contentVisibility = "";
};

const coveredIn = (table) => [...table.querySelectorAll(".deck-row, .deck-facts")];

// `table`: the deck as it lies there (templates/decks/table.html). `play` is called when the sound is due.
export const reveal = async (table, play) => {
  const isEmpty = !part(table, "hero")?.querySelector(".card");
  if (isEmpty || document.querySelector("body > .reveal")) return uncover(table);
  const stage = new Stage(table);
  document.body.append(stage.root);
  const skipped = new Promise((skip) => listen(stage.root, skip));
  try {
    await Promise.race([stage.draw(), skipped]);
    await Promise.race([isStill() ? stage.show() : stage.play(play), skipped]);
  } finally {
    await stage.leave();
  }
};

const listen = (root, skip) => {
  const onKey = (event) => {
    if (!root.isConnected) return removeEventListener("keydown", onKey, true);
    event.preventDefault();
    event.stopPropagation();
    skip();
  };
  addEventListener("keydown", onKey, true);
  root.addEventListener("pointerdown", skip);
};

class Stage {
  constructor(table) {
    this.table = table;
    this.root = element("div", "reveal");
    this.root.setAttribute("aria-hidden", "true");
    this.rows = [...table.querySelectorAll(".deck-row")].map((row) => ({ row, stacks: [...row.querySelectorAll(".deck-stack")] }));
    const counts = this.rows.map(({ stacks }) => stacks.length);
    this.boxes = layoutOf(counts, innerWidth, innerHeight);
    this.cards = [];
    this.covered = coveredIn(table);
  }

  // The backs at once, the pictures a few in each of the next frames, so that none takes long.
  async draw() {
    this.rows.forEach(({ row, stacks }, place) => {
      const { sign, cards } = this.boxes.rows[place];
      this.root.append(placed(element("div", "reveal__sign", part(row, "sign").cloneNode(true)), sign));
      stacks.forEach((stack, number) => this.root.append(this.#card(stack, cards[number])));
    });
    for (let first = 0; first < this.cards.length; first += AT_ONCE) {
      await nextFrame();
      for (const { node, stack } of this.cards.slice(first, first + AT_ONCE)) this.#face(node, stack);
    }
    await nextFrame();
    this.#hero();
    const late = [...this.root.querySelectorAll("img")].filter((image) => !image.complete);
    await Promise.race([after(PATIENCE), Promise.allSettled(late.map((image) => image.decode()))]);
  }

  #card(stack, box) {
    const node = placed(element("div", "reveal__card", element("div", "reveal__back")), box);
    this.cards.push({ node, stack });
    return node;
  }

  // Only the picture: text would be too small and too brief to read.
  #face(node, stack) {
    const picture = part(stack, "art").cloneNode();
    picture.className = "reveal__face";
    node.append(picture);
    const { count } = stack.dataset;
    if (count > 1) node.append(element("b", "deck-stack__count reveal__count", `×${count}`));
  }

  #hero() {
    const face = part(this.table, "hero").querySelector(".card").cloneNode(true);
    this.hero = placed(element("div", "reveal__hero shows-picture", face), this.boxes.hero);
    this.hero.style.setProperty("--hundredth", `${this.boxes.hero.width / 100}px`);
    this.rays = placed(element("div", "reveal__rays"), this.boxes.hero);
    this.words = placed(element("div", "reveal__words", part(this.table, "size").cloneNode(true)), this.boxes.words);
    this.root.append(this.rays, this.hero, this.words);
  }

  async show() {
    this.root.classList.add("is-still");
    this.root.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
    await this.#uncover();
    await after(STILL);
  }

  // Only a few cards move at a time, so that few layers are needed: what has turned lies still.
  async play(sound) {
    const beats = beatsOf(this.cards.length);
    const turned = this.cards.map(({ node }, place) => after(beats.turns[place]).then(() => turn(node, beats.turn / 2)));
    after(beats.sound).then(() => !this.isLeaving && sound());
    await after(beats.hero);
    this.#rise(beats.rise);
    after(beats.rise).then(() => this.#uncover()); // now nothing moves
    await Promise.all([after(beats.fade - beats.hero), ...turned]);
  }

  #rise(duration) {
    const rising = { duration, easing: EASE };
    this.root.classList.add("is-risen");
    this.hero.animate([{ opacity: 0, transform: "translateY(30%) scale(0.6)" }, { opacity: 1, offset: 0.4 }, { opacity: 1, transform: "none" }], rising);
    this.rays.animate([{ opacity: 0, transform: "scale(0.5)" }, { opacity: 1, transform: "none" }], rising);
    this.words.animate([{ opacity: 0, transform: "translateY(12px)" }, { opacity: 1, transform: "none" }], rising);
  }

  // The cards under it are drawn, one row in a frame.
  async #uncover() {
    for (const node of this.covered.splice(0)) {
      node.style.contentVisibility = "";
      await nextFrame();
    }
  }

  async leave() {
    this.isLeaving = true;
    this.#uncover();
    await Promise.allSettled([this.root.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, fill: "both" }).finished]);
    this.root.remove();
  }
}

const turn = async (node, duration) => {
  const [back, face] = node.children;
  if (!face) return;
  await back.animate([{ transform: "none" }, { transform: "scaleX(0)" }], { duration, easing: "ease-in" }).finished;
  node.classList.add("is-turned");
  await face.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration, easing: EASE }).finished;
};
