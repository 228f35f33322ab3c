// Where the rows of a deck lie in a frame, with cards as large as they can be: short rows share a line, a long one lies like a fan.

const PROPORTION = 59 / 86;
const STEP = 2; // by which cards are tried smaller
const SMALLEST = 24; // high

// `counts`: how many stacks each row has. `sign`: the room before a row; `seen`: how much of a card's width a fan must leave, at least.
// Returns for each row { sign, cards }, as boxes; of a card `seen` is how wide it is seen.
export const packRows = (counts, frame) => {
  for (let height = frame.highest; height > SMALLEST; height -= STEP) {
    const lines = linesOf(counts, frame, height);
    const isLow = lines.length * (height + frame.gap) - frame.gap <= frame.height;
    const isWide = lines.every((line) => line.step >= height * PROPORTION * frame.seen);
    if (isLow && isWide) return boxesOf(lines, frame, height);
  }
  return frame.seen ? packRows(counts, { ...frame, seen: 0 }) : boxesOf(linesOf(counts, frame, SMALLEST), frame, SMALLEST);
};

// Rows on lines: as many as there is room for without a fan.
const linesOf = (counts, { width, sign, gap }, height) => {
  const [card, most] = [height * PROPORTION, height * PROPORTION + gap];
  const wide = (count) => sign + count * most;
  const lines = [];
  counts.forEach((count, row) => {
    const line = lines.at(-1);
    if (line && line.wide + gap + wide(count) <= width + gap) {
      line.rows.push({ row, count, left: line.wide + gap });
      line.wide += gap + wide(count);
    } else {
      const step = Math.min(most, (width - sign - card) / Math.max(1, count - 1));
      lines.push({ rows: [{ row, count, left: 0 }], wide: wide(count), step });
    }
  });
  return lines;
};

const boxesOf = (lines, { left, top, sign, gap, height: room }, height) => {
  const width = height * PROPORTION;
  const rest = Math.max(0, (room - lines.length * (height + gap) + gap) / 2);
  return lines.flatMap(({ rows, step }, line) => {
    const high = { top: top + rest + line * (height + gap), height };
    return rows.map(({ count, left: begin }) => ({
      sign: { left: left + begin, width: sign, ...high },
      cards: Array.from({ length: count }, (_, place) => {
        const seen = place === count - 1 ? width : Math.min(width, step);
        return { left: left + begin + sign + place * step, width, seen, ...high };
      }),
    }));
  });
};
