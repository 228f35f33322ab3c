// What is said with names and numbers.

export const number = (value) => (value === null || value === undefined ? "" : value.toLocaleString("en-US"));

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// A person's name within a sentence: characters around it keep its direction to itself. `text` of dom.js draws them as <bdi>.
export const isolate = (name) => `\u2068${name}\u2069`;

// "Ben", "Ben and Cem", "Ben, Cem and 3 others", each name isolated
export const names = (list, most = 3) => {
  const people = list.map(isolate);
  if (people.length > most) return `${people.slice(0, most - 1).join(", ")} and ${people.length - most + 1} others`;
  if (people.length < 2) return people.join("");
  return `${people.slice(0, -1).join(", ")} and ${people.at(-1)}`;
};

// Seconds as "28", from a minute on as "2:05".
export const time = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

// The same as one says it: "28 seconds", "2:05 minutes".
export const duration = (seconds) => (seconds > 59 ? `${time(seconds)} minutes` : plural(Math.ceil(seconds), "second"));

export const TRIGGERS = {
  critical: "critical trigger",
  draw: "draw trigger",
  stand: "stand trigger",
  heal: "heal trigger",
  front: "front trigger",
  over: "over trigger",
  unknown: "trigger unit",
};

export const TYPES = { normal: "", trigger: "", g: "G unit", order: "order", other: "other card" };

export const house = (card) => card.clan || card.nation || "";
