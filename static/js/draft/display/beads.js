// The draft as beads: a group for each round, a bead for each pass.

// [[bead, …], …], each bead "past", "now" or "next". Only the present round's passes are known; other rounds are assumed to have as many.
export const beadsOf = ({ round, rounds, pass, passes }) =>
  Array.from({ length: rounds }, (_, index) => {
    const number = index + 1;
    return Array.from({ length: Math.max(1, passes) }, (_, place) => when(number - round, place + 1 - pass));
  });

const when = (rounds, passes) => {
  const way = rounds || passes;
  return way < 0 ? "past" : way > 0 ? "next" : "now";
};
