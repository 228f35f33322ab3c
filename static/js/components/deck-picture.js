// Makes the picture of a deck that lies on the page: what it shows is there already, so nobody sees more in it than they see here.
// It is drawn as one SVG, of pictures and fonts of our own as text, since a browser loads nothing else for a picture.

import { part, text } from "../lib/dom.js";
import { covers, deckSvg, HEIGHT, WIDTH } from "../lib/deck-picture.js";
import { gettext, interpolate } from "../lib/gettext.js";

const FACES = 8; // fetched at once

const pen = document.createElement("canvas").getContext("2d");

const measure = (words, size) => {
  pen.font = `800 ${size}px Manrope, system-ui, sans-serif`;
  pen.letterSpacing = `${-0.02 * size}px`;
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
  return { ...card, image: await asData(await answer.blob()) };
};

const fontsFor = async (words) => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, sheet })));
  const needed = rules.filter(({ rule }) => rule instanceof CSSFontFaceRule && covers(rule.style.getPropertyValue("unicode-range"), words));
  return Promise.all(
    needed.map(async ({ rule, sheet }) => {
      const [, address] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"));
      const data = await asData(await (await loaded(new URL(address, sheet.href))).blob());
      return rule.cssText.replace(/url\([^)]*\)/, `url(${data})`);
    }),
  );
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
  const { fighter, event, day, house } = table.dataset;
  const hero = await cardOf(part(table, "hero").querySelector(".card"), 1);
  return { fighter, event, day, house: house || "Pass Left", size: part(table, "size").textContent.trim(), hero, rows };
};

const wordsIn = ({ fighter, event, day, house, size, rows }) =>
  [fighter, event, day, house, size, "Pass Left×…", ...rows.flatMap(({ cards }) => cards.map(({ name }) => name))].join("");

const drawn = async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
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
  const deck = await gathered(table, (done) => wait(done * 0.8));
  const fonts = await fontsFor(wordsIn(deck));
  wait(0.9);
  const blob = await drawn(deckSvg(deck, fonts, measure));
  show(dialog, new File([blob], `deck-${table.dataset.code}.png`, { type: "image/png" }), await asData(blob), deck);
};

const show = (dialog, file, address, { fighter, size }) => {
  const image = part(dialog, "image");
  const shared = { files: [file] };
  image.src = address;
  image.alt = `${fighter}, ${size}`;
  image.hidden = false;
  part(dialog, "wait").hidden = true;
  Object.assign(part(dialog, "save"), { href: URL.createObjectURL(file), download: file.name, hidden: false });
  const send = part(dialog, "send");
  send.hidden = !navigator.canShare?.(shared);
  send.onclick = () => navigator.share(shared).catch(() => {}); // who changed their mind is told nothing
  part(dialog, "save").classList.toggle("button--primary", send.hidden);
};
