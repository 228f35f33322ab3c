// Makes the picture of a deck that lies on the page: what it shows is on the page already, so it shows no reader more.
// It is drawn piece by piece, with a rest after each, so that the page answers meanwhile on a slow phone too.

import { part, text } from "../lib/dom.js";
import { deckPicture, HEIGHT, WIDTH } from "./deck-picture-svg.js";
import { gettext, interpolate } from "../lib/gettext.js";

const FACES = 8; // fetched at once
const AT_ONCE = 12; // lines of words are written
const FAMILY = "Manrope, system-ui, sans-serif";

const pen = document.createElement("canvas").getContext("2d");

const measure = (words, size) => {
  if (measure.size !== size) Object.assign(pen, { font: `800 ${size}px ${FAMILY}`, letterSpacing: `${-0.02 * size}px` });
  measure.size = size;
  return pen.measureText(words).width;
};

const loaded = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer;
};

const asData = (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });

// A drawing of the page's icons.
const drawingOf = (use) => {
  const symbol = document.querySelector(use.getAttribute("href"));
  const inner = [...symbol.children].map((node) => new XMLSerializer().serializeToString(node)).join("");
  return { drawing: `<svg fill="#eef1fc" color="#eef1fc">${inner}</svg>`, viewBox: symbol.getAttribute("viewBox") };
};

const signOf = (node) => {
  const use = node.querySelector("use");
  return use ? drawingOf(use) : { words: node.textContent.trim() };
};

const cardOf = async (node, count) => {
  const art = part(node, "art");
  const card = { name: part(node, "name").textContent, count, gem: part(node, "rarity-box").hidden ? null : drawingOf(part(node, "gem")) };
  const answer = await loaded(art.src);
  if (answer.headers.get("Content-Type").startsWith("image/svg")) return { ...card, art: await answer.text() };
  return { ...card, image: await asData(await answer.blob()), frame: getComputedStyle(art).borderTopColor };
};

// The deck with all that it is drawn of. `tell` is called with how many of its cards are there, from 0 to 1.
const gathered = async (table, tell) => {
  const stacks = [...table.querySelectorAll(".deck-stack")];
  const cards = new Map();
  const waiting = [...stacks];
  const fetchOn = async () => {
    for (let stack = waiting.shift(); stack; stack = waiting.shift()) {
      cards.set(stack, await cardOf(stack.querySelector(".card"), Number(stack.dataset.count)));
      tell(cards.size / stacks.length);
    }
  };
  await Promise.all(Array.from({ length: FACES }, fetchOn));
  const rows = [...table.querySelectorAll(".deck-row")].map((row) => ({
    sign: signOf(part(row, "sign")),
    cards: [...row.querySelectorAll(".deck-stack")].map((stack) => cards.get(stack)),
  }));
  const { fighter, event, day, store } = table.dataset;
  const hero = await cardOf(part(table, "hero").querySelector(".card"), 1);
  return { fighter, event, day, store: store || "Pass Left", size: part(table, "size").textContent.trim(), hero, rows };
};

// Lets the browser do what waits, before the next piece.
const rest = () => new Promise((done) => setTimeout(done));

const paint = async (paper, { left, top, width, height, svg }) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  paper.drawImage(image, left, top, width, height);
  await rest();
};

const write = (paper, { words, x, y, size, weight, fill, anchor }) => {
  Object.assign(paper, { font: `${weight} ${size}px ${FAMILY}`, letterSpacing: `${-0.02 * size}px`, fillStyle: fill, textAlign: anchor });
  paper.fillText(words, x, y);
};

// `tell` is called with how much is drawn, from 0 to 1.
const drawn = async (deck, tell) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const paper = canvas.getContext("2d");
  const { pieces, words } = deckPicture(deck, measure);
  await document.fonts.load(`800 30px ${FAMILY}`, words.map((each) => each.words).join(""));
  for (const [place, piece] of pieces.entries()) {
    await paint(paper, piece);
    tell((place + 1) / pieces.length);
  }
  for (const [place, each] of words.entries()) {
    write(paper, each);
    if (place % AT_ONCE === 0) await rest();
  }
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error();
  return blob;
};

// Shows it in the dialog, to be sent where the device can, else saved.
export const makePicture = async (table, dialog) => {
  const wait = (done) => text(dialog, "wait", interpolate(gettext("Making the picture … %(percent)s %"), { percent: Math.round(done * 100) }));
  for (const name of ["picture-fault", "once-more", "send", "save", "image"]) part(dialog, name).hidden = true;
  part(dialog, "wait").hidden = false;
  wait(0);
  await rest(); // the dialog opens
  const deck = await gathered(table, (done) => wait(done * 0.5));
  const blob = await drawn(deck, (done) => wait(0.5 + done * 0.45));
  await show(dialog, new File([blob], `deck-${table.dataset.code}.png`, { type: "image/png" }), await asData(blob), deck);
};

const show = async (dialog, file, address, { fighter, size }) => {
  const image = part(dialog, "image");
  const shared = { files: [file] };
  await rest();
  image.src = address;
  await image.decode();
  image.alt = `${fighter}, ${size}`;
  image.hidden = false;
  part(dialog, "wait").hidden = true;
  Object.assign(part(dialog, "save"), { href: URL.createObjectURL(file), download: file.name, hidden: false });
  const send = part(dialog, "send");
  send.hidden = !navigator.canShare?.(shared);
  send.onclick = () => navigator.share(shared).catch(() => {}); // a change of mind needs no message
  part(dialog, "save").classList.toggle("button--primary", send.hidden);
};
