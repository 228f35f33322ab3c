// The picture of a deck that is shared: its rarest card large, whose deck it is, and all cards in their rows. It is made of pieces, each
// an SVG of its own, and of words above them all, so that a slow device can draw it one after the other.

import { packRows } from "./rows.js";

export const WIDTH = 1200;
export const HEIGHT = 1500;

const EDGE = 64;
const PROPORTION = 59 / 86;
const HERO = { left: EDGE, top: EDGE, width: 330, height: 330 / PROPORTION };
const WORDS = HERO.left + HERO.width + 52;
const TOP = HERO.top + HERO.height + 44;
const ROWS = { left: EDGE, top: TOP, width: WIDTH - 2 * EDGE, height: HEIGHT - 96 - TOP, gap: 14, sign: 66, highest: 240, seen: 0.62 };
// Every drawing names its gradients alike: in one piece each has names of its own.
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

const say = (words, { x, y, size, weight = 700, fill = "#eef1fc", anchor = "left" }) => ({ words, x, y, size, weight, fill, anchor });

const piece = ({ left, top, width, height }, ...inner) => {
  const [x, y] = [Math.floor(left), Math.floor(top)];
  const [wide, high] = [Math.ceil(left + width) - x, Math.ceil(top + height) - y];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="${x} ${y} ${wide} ${high}">${inner.join("")}</svg>`;
  return { left: x, top: y, width: wide, height: high, svg };
};

const framed = (inner, { left, top, width, height }, viewBox) =>
  inner.replace(/<svg[^>]*>/, `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="${viewBox}">`);

// A picture of a card in its frame, whole, with room for so high a foot.
const framedImage = (image, frame, { left, top, width, height }, foot) => {
  const [line, edge] = [width * 0.024, width * 0.034];
  const [wide, high] = [width - 2 * edge, height - 2 * edge - foot];
  return `<rect x="${left + line / 2}" y="${top + line / 2}" width="${width - line}" height="${height - line}" rx="${width * 0.06}" fill="#14182a" stroke="${frame}" stroke-width="${line}"/><image href="${image}" x="${left + edge}" y="${top + edge}" width="${wide}" height="${high}" preserveAspectRatio="xMidY${foot ? "Mid" : "Min"} meet"/>`;
};

// A card: `art` is its drawing, an <svg>, or `image` the address of its picture, with the colour of its `frame`; `gem` is the drawing of
// its rarity. Nothing lies over the picture of a large one.
const drawCard = ({ name, art, image, frame, gem, count = 1 }, box, measure, size, isLarge = false) => {
  const { left, top, width, height, seen = width } = box;
  const [edge, most] = [width * 0.075, 3];
  const isBare = Boolean(image) && isLarge;
  const lines = isBare ? [] : linesOf(name, { width: seen - (seen < width ? 1.6 : 2.4) * edge, most, measure: (words) => measure(words, size) });
  const plate = isBare ? width * 0.1 : lines.length * size * 1.16 + edge * 2;
  const shape = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${width * 0.07}"`;
  const face = image
    ? framedImage(image, frame, box, isBare ? plate : 0)
    : framed(named(art, "a-"), box, "0 0 236 344");
  const under = Math.min(2, count - 1) * width * 0.035;
  const behind = Array.from({ length: Math.min(2, count - 1) }, (_, place) => {
    const by = (place + 1) * width * 0.035;
    return `<rect x="${left + by}" y="${top - by}" width="${width}" height="${height}" rx="${width * 0.07}" fill="#26315f" stroke="#4658a8" stroke-width="2"/>`;
  });
  const gemHigh = isBare ? width * 0.08 : Math.max(14, width * 0.11);
  const gemTop = isBare ? top + height - plate - width * 0.02 : top + height - plate - edge * 0.4 - gemHigh * 0.62;
  const strip = `<rect x="${left + edge * 0.6}" y="${top + height - plate - edge * 0.4}" width="${width - edge * 1.2}" height="${plate - edge * 0.2}" rx="${edge * 0.6}" fill="#0a0d1b" fill-opacity="${image ? 1 : 0.86}"/>`;
  return {
    piece: piece(
      { left: left - 2, top: top - under - 2, width: width + under + 4, height: height + under + 4 },
      ...behind.reverse(),
      `<clipPath id="clip">${shape}/></clipPath><g clip-path="url(#clip)">${face}${isBare ? "" : strip}</g>`,
      gem ? framed(named(gem.drawing, "g-"), { left, top: gemTop, width, height: gemHigh }, gem.viewBox) : "",
    ),
    words: lines.map((line, place) =>
      say(line, { x: left + edge * 1.2, y: top + height - plate + edge * 0.7 + size * (1 + place * 1.16), size, weight: 800, fill: "#fff" }),
    ),
  };
};

// How many cards lie on each other, where the card is seen; over all cards of its row.
const drawBadge = (count, { left, top, width, seen }) => {
  const size = Math.max(20, width * 0.17);
  const [wide, right] = [size * 1.9, left + seen];
  const box = { left: right - wide * 0.86, top: top - size * 0.4, width: wide, height: size * 1.4 };
  return {
    mark: `<rect x="${box.left}" y="${box.top}" width="${wide}" height="${box.height}" rx="${size * 0.7}" fill="#fff" stroke="#0b0e19" stroke-width="3"/>`,
    words: [say(`×${count}`, { x: right - wide * 0.36, y: top + size * 0.66, size, weight: 800, fill: "#0b0e19", anchor: "center" })],
  };
};

const drawSign = (sign, { left, top, height }) => {
  const [x, y] = [left + 26, top + height / 2];
  const plate = `<rect x="${left}" y="${y - 34}" width="52" height="68" rx="12" fill="#1b2339"/>`;
  if (sign.drawing) return { mark: plate + framed(sign.drawing, { left: x - 17, top: y - 17, width: 34, height: 34 }, sign.viewBox), words: [] };
  return { mark: plate, words: [say(sign.words, { x, y: y + 12, size: 34, weight: 800, anchor: "center" })] };
};

const rays = ({ left, top, width, height }) => {
  const [x, y] = [left + width / 2, top + height / 2];
  const wedge = (place) => {
    const at = (turn) => `${(x + 900 * Math.cos(turn)).toFixed(1)} ${(y + 900 * Math.sin(turn)).toFixed(1)}`;
    return `M${x} ${y}L${at((place * Math.PI) / 9)}L${at(((place + 0.42) * Math.PI) / 9)}Z`;
  };
  return `<path d="${Array.from({ length: 18 }, (_, place) => wedge(place)).join("")}" fill="url(#rays)"/>`;
};

const ground = () => [
  `<defs><radialGradient id="glow" cx=".22" cy=".16" r=".9"><stop offset="0" stop-color="#2a3570"/><stop offset="1" stop-color="#0b0e19"/></radialGradient>`,
  `<radialGradient id="rays" gradientUnits="userSpaceOnUse" cx="${HERO.left + HERO.width / 2}" cy="${HERO.top + HERO.height / 2}" r="620"><stop offset=".2" stop-color="#ffc857" stop-opacity=".3"/><stop offset="1" stop-color="#ffc857" stop-opacity="0"/></radialGradient></defs>`,
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#glow)"/>`,
  rays(HERO),
];

const WHOLE = { left: 0, top: 0, width: WIDTH, height: HEIGHT };

// The owner of the deck, beside its rarest card.
const aboutDeck = ({ fighter, event, day, size }, measure) => {
  const room = WIDTH - EDGE - WORDS;
  const big = sizeOf(fighter, [84, 68, 54, 44], room, measure);
  const fighterLines = linesOf(fighter, { width: room, most: 2, measure: (words) => measure(words, big) });
  const eventLines = linesOf(event, { width: room, most: 2, measure: (words) => measure(words, 36) });
  let y = HERO.top + HERO.height / 2 - (fighterLines.length * big + eventLines.length * 42 + 110) / 2 + big * 0.8;
  const words = [];
  const add = (line, style, step) => {
    words.push(say(line, { x: WORDS, y, ...style }));
    y += step;
  };
  for (const line of fighterLines) add(line, { size: big, weight: 800 }, big * 1.06);
  y += 8;
  add(size, { size: 44, weight: 800, fill: "#ffc857" }, 62);
  for (const line of eventLines) add(line, { size: 36, fill: "#cdd6f5" }, 44);
  add(day, { size: 30, fill: "#a9b2d2" }, 40);
  return words;
};

// `deck`: fighter, event, day, store, size (in words), hero, rows ({ sign, cards }); `measure(words, size)`. Returns the pieces in the order in
// which they lie on each other, and the words, which lie above.
export const deckPicture = (deck, measure) => {
  const { store, hero, rows } = deck;
  const places = packRows(rows.map(({ cards }) => cards.length), ROWS);
  const cards = rows.flatMap((row, number) =>
    row.cards.map((card, place) => {
      const box = places[number].cards[place];
      return drawCard(card, box, measure, Math.max(11.5, box.width * 0.098));
    }),
  );
  const marks = rows.flatMap(({ sign, cards: inRow }, number) => [
    drawSign(sign, places[number].sign),
    ...inRow.flatMap(({ count }, place) => (count > 1 ? [drawBadge(count, places[number].cards[place])] : [])),
  ]);
  const large = drawCard(hero, HERO, measure, 31, true);
  const below = [say(store, { x: EDGE, y: HEIGHT - 38, size: 30, weight: 800, fill: "#a9b2d2" })];
  if (store !== "Pass Left") below.push(say("Pass Left", { x: WIDTH - EDGE, y: HEIGHT - 38, size: 30, weight: 800, fill: "#6b78a6", anchor: "right" }));
  return {
    pieces: [piece(WHOLE, ...ground()), ...[large, ...cards].map((card) => card.piece), piece(WHOLE, ...marks.map(({ mark }) => mark))],
    words: [...aboutDeck(deck, measure), ...[large, ...cards, ...marks].flatMap(({ words }) => words), ...below],
  };
};
