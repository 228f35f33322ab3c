import assert from "node:assert/strict";
import { test } from "node:test";
import { waitingWords } from "../../../static/js/events/lobby.js";

const seats = (...ready) => ready.map((is, seat) => ({ seat, name: `Fighter ${seat}`, ready: is, turn: is ? "ready" : "getting_ready" }));
const said = (...[people, more]) => waitingWords({ you: people[0], table: { seats: people }, enough: true, hint: null, ...more }).replaceAll(/[\u2068\u2069]/g, "");

test("the lobby says that everyone is ready only where those who are can be seated", () => {
  const needed = "Teams of 2: 1 more needed.";
  assert.equal(said(seats(true, true, true), { enough: false, hint: needed }), needed);
  assert.equal(said(seats(true), { enough: false }), "You are ready. It takes two people or more.");
  assert.equal(said(seats(true, true)), "Everyone is ready. The organizer starts the event.");
  assert.equal(said(seats(true, true), { enough: undefined }), "Everyone is ready. The organizer starts the event.");
});

test("the lobby names others who are not ready, whether they are enough or not", () => {
  assert.equal(said(seats(false, true)), "You are not ready yet.");
  assert.equal(said(seats(true, false), { enough: false, hint: "A table needs two teams of 2." }), "Waiting for Fighter 1.");
});
