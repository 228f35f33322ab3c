// The picture of a deck that is shared, as SVG: its rarest card large, whose deck it is, and all cards in their rows.

import { packRows } from "./rows.js";

export const WIDTH = 1200;
export const HEIGHT = 1500;

const EDGE = 64;
const PROPORTION = 59 / 86;
const HERO = { left: EDGE, top: EDGE, width: 330, height: 330 / PROPORTION };
const WORDS = HERO.left + HERO.width + 52;
const TOP = HERO.top + HERO.height + 44;
const ROWS = { left: EDGE, top: TOP, width: WIDTH - 2 * EDGE, height: HEIGHT - 96 - TOP, gap: 14, sign: 66, highest: 240, seen: 0.62 };
const LETTERS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (words) => words.replace(/[&<>"]/g, (letter) => LETTERS[letter]);

// Every drawing names its gradients alike: in one picture each has names of its own.
export const named = (art, prefix) => art.replace(/(\bid="|url\(#|href="#)([\w-]+)/g, `$1${prefix}$2`);

// Words in lines that are no wider than `width`, by what `measure` says; what does not fit in the last one is cut.
export const linesOf = (words, { width, most, measure }) => {
  const lines = [""];
  for (const word of words.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measure(longer) <= width || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] = `${kept[most - 1]} ${lines[most]}`;
  return kept.map((line) => cut(line, width, measure));
};

const cut = (line, width, measure) => {
  if (measure(line) <= width) return line;
  const letters = [...line];
  while (letters.length && measure(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
};

// The largest of some sizes in which words fit on one line; the smallest where none does.
export const sizeOf = (words, sizes, width, measure) => sizes.find((size) => measure(words, size) <= width) ?? sizes.at(-1);

const text = (words, { x, y, size, weight = 700, fill = "#eef1fc", anchor = "start" }) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" letter-spacing="${(-0.02 * size).toFixed(2)}" fill="${fill}" text-anchor="${anchor}">${escaped(words)}</text>`;

const framed = (inner, { left, top, width, height }, viewBox) =>
  inner.replace(/<svg[^>]*>/, `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="${viewBox}">`);

// A card: `art` is its picture, an <svg> or the address of the store's own, `gem` the drawing of its rarity.
const drawCard = ({ name, art, image, gem, count = 1 }, box, prefix, measure, size) => {
  const { left, top, width, height, seen = width } = box;
  const [edge, most] = [width * 0.075, 3];
  const lines = linesOf(name, { width: seen - (seen < width ? 1.6 : 2.4) * edge, most, measure: (words) => measure(words, size) });
  const plate = lines.length * size * 1.16 + edge * 2;
  const shape = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${width * 0.07}"`;
  const face = image
    ? `<image href="${image}" x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"/>`
    : framed(named(art, prefix), box, "0 0 236 344");
  const behind = Array.from({ length: Math.min(2, count - 1) }, (_, place) => {
    const by = (place + 1) * width * 0.035;
    return `<rect x="${left + by}" y="${top - by}" width="${width}" height="${height}" rx="${width * 0.07}" fill="#26315f" stroke="#4658a8" stroke-width="2"/>`;
  });
  const words = lines.map((line, place) =>
    text(line, { x: left + edge * 1.2, y: top + height - plate + edge * 0.7 + size * (1 + place * 1.16), size, weight: 800, fill: "#fff" }),
  );
  const gemHigh = Math.max(14, width * 0.11);
  return [
    ...behind.reverse(),
    `<clipPath id="${prefix}clip">${shape}/></clipPath><g clip-path="url(#${prefix}clip)">${face}`,
    `<rect x="${left + edge * 0.6}" y="${top + height - plate - edge * 0.4}" width="${width - edge * 1.2}" height="${plate - edge * 0.2}" rx="${edge * 0.6}" fill="#0a0d1b" fill-opacity=".86"/></g>`,
    gem ? framed(named(gem.drawing, `${prefix}g`), { left, top: top + height - plate - edge * 0.4 - gemHigh * 0.62, width, height: gemHigh }, gem.viewBox) : "",
    ...words,
  ].join("");
};

// How many cards lie on each other, where the card is seen; over all cards of its row.
const badge = (words, { left, top, width, seen }) => {
  const size = Math.max(20, width * 0.17);
  const [wide, right] = [size * 1.9, left + seen];
  return (
    `<rect x="${right - wide * 0.86}" y="${top - size * 0.4}" width="${wide}" height="${size * 1.4}" rx="${size * 0.7}" fill="#fff" stroke="#0b0e19" stroke-width="3"/>` +
    text(words, { x: right - wide * 0.36, y: top + size * 0.66, size, weight: 800, fill: "#0b0e19", anchor: "middle" })
  );
};

const drawSign = (sign, { left, top, height }) => {
  const [x, y] = [left + 26, top + height / 2];
  const plate = `<rect x="${left}" y="${y - 34}" width="52" height="68" rx="12" fill="#1b2339"/>`;
  if (sign.drawing) return plate + framed(sign.drawing, { left: x - 17, top: y - 17, width: 34, height: 34 }, sign.viewBox);
  return plate + text(sign.words, { x, y: y + 12, size: 34, weight: 800, anchor: "middle" });
};

const rays = ({ left, top, width, height }) => {
  const [x, y] = [left + width / 2, top + height / 2];
  const wedge = (place) => {
    const at = (turn) => `${(x + 900 * Math.cos(turn)).toFixed(1)} ${(y + 900 * Math.sin(turn)).toFixed(1)}`;
    return `M${x} ${y}L${at((place * Math.PI) / 9)}L${at(((place + 0.42) * Math.PI) / 9)}Z`;
  };
  return `<path d="${Array.from({ length: 18 }, (_, place) => wedge(place)).join("")}" fill="url(#rays)"/>`;
};

// `deck`: fighter, event, day, house, size (in words), hero, rows ({ sign, cards }); `fonts`: @font-face rules; `measure(words, size)`.
export const deckSvg = ({ fighter, event, day, house, size, hero, rows }, fonts, measure) => {
  const places = packRows(rows.map(({ cards }) => cards.length), ROWS);
  const room = WIDTH - EDGE - WORDS;
  const big = sizeOf(fighter, [84, 68, 54, 44], room, measure);
  const fighterLines = linesOf(fighter, { width: room, most: 2, measure: (words) => measure(words, big) });
  const eventLines = linesOf(event, { width: room, most: 2, measure: (words) => measure(words, 36) });
  let y = HERO.top + HERO.height / 2 - (fighterLines.length * big + eventLines.length * 42 + 110) / 2 + big * 0.8;
  const words = [];
  const say = (line, style, step) => {
    words.push(text(line, { x: WORDS, y, ...style }));
    y += step;
  };
  for (const line of fighterLines) say(line, { size: big, weight: 800 }, big * 1.06);
  y += 8;
  say(size, { size: 44, weight: 800, fill: "#ffc857" }, 62);
  for (const line of eventLines) say(line, { size: 36, fill: "#cdd6f5" }, 44);
  say(day, { size: 30, fill: "#a9b2d2" }, 40);
  const drawn = rows.flatMap(({ sign, cards }, row) => [
    drawSign(sign, places[row].sign),
    ...cards.map((card, place) => {
      const box = places[row].cards[place];
      return drawCard(card, box, `r${row}c${place}-`, measure, Math.max(11.5, box.width * 0.098));
    }),
    ...cards.map(({ count }, place) => (count > 1 ? badge(`×${count}`, places[row].cards[place]) : "")),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Manrope, system-ui, sans-serif">`,
    `<style>${fonts.join("")}</style>`,
    `<defs><radialGradient id="glow" cx=".22" cy=".16" r=".9"><stop offset="0" stop-color="#2a3570"/><stop offset="1" stop-color="#0b0e19"/></radialGradient>`,
    `<radialGradient id="rays" gradientUnits="userSpaceOnUse" cx="${HERO.left + HERO.width / 2}" cy="${HERO.top + HERO.height / 2}" r="620"><stop offset=".2" stop-color="#ffc857" stop-opacity=".3"/><stop offset="1" stop-color="#ffc857" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#glow)"/>`,
    rays(HERO),
    drawCard(hero, HERO, "hero-", measure, 31),
    ...words,
    ...drawn,
    text(house, { x: EDGE, y: HEIGHT - 38, size: 30, weight: 800, fill: "#a9b2d2" }),
    house === "Pass Left" ? "" : text("Pass Left", { x: WIDTH - EDGE, y: HEIGHT - 38, size: 30, weight: 800, fill: "#6b78a6", anchor: "end" }),
    "</svg>",
  ].join("");
};

// Whether a rule of `unicode-range` has any of these letters.
export const covers = (range, words) => {
  const spans = range.split(",").map((span) => span.trim().replace(/^U\+/i, "").split("-").map((edge) => parseInt(edge, 16)));
  const letters = [...words].map((letter) => letter.codePointAt(0));
  return letters.some((letter) => spans.some(([from, to = from]) => letter >= from && letter <= to));
};
