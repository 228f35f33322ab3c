// Where a replay stands, as the part of an address behind the "#" (docs/protocol.md, "Addresses of a replay").
//
// `t2` the table (none: table 1) · `r2p3` round and pass, `v3` the review after round 3, `f1` a round of fights, `f2g1` its first games, `w1` a swap, `e` whose the cards are in the end ·
// `s1` as a seat saw it, `o1` the pack that this seat opened, neither: the whole table.

const FORM = /^(?:t([1-9]\d{0,3}))?(?:r([1-9]\d?)p([1-9]\d{0,2})|f([1-9]\d?)(?:g([1-9]))?|v([1-9]\d?)|w([1-9]\d{0,2})|(e))(?:([so])(\d{1,2}))?$/;

const VIEWS = { s: "seat", o: "pack" };

// { table, moment, view, seat }: `moment` by its name, `seat` whose eyes or whose pack (null: of the whole table).
// Null for any other text.
export const readAddress = (hash) => {
  const found = FORM.exec(hash.replace(/^#/, ""));
  if (!found) return null;
  const [, table, round, pass, fights, game, review, swap, , whose, seat] = found;
  const moment = round ? `r${round}p${pass}` : fights ? `f${fights}${game ? `g${game}` : ""}` : review ? `v${review}` : swap ? `w${swap}` : "e";
  return { table: Number(table ?? 1), moment, view: VIEWS[whose] ?? "table", seat: whose ? Number(seat) : null };
};

// A link that says the step to the server, too: what stands behind a "#" is never sent, and a picture is shown of the step beside such a link.
export const writeLink = (place, here) => {
  const link = new URL(new URL(here).pathname, here);
  link.searchParams.set("step", writeAddress(place).slice(1));
  return link.href;
};

// The address of the page, made of such a link: null where it is none.
export const addressOfLink = (here) => {
  const page = new URL(here);
  const step = page.searchParams.get("step");
  if (step === null) return null;
  page.searchParams.delete("step");
  if (page.hash.length < 2 && readAddress(step)) page.hash = step;
  return page.href;
};

export const writeAddress = ({ table, moment, view, seat }) => {
  const whose = { seat: `s${seat}`, pack: `o${seat}`, table: "" }[view];
  return `#${table > 1 ? `t${table}` : ""}${moment}${whose}`;
};
