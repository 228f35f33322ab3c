// Whether the organizer has taken a pass back between two states of a table: cards that lay face down are in the packs again.

export const isTakenBack = (before, { event, table }) =>
  event.phase === "drafting" &&
  table.seats.some(({ face_down: placed }, seat) => placed < (before?.table.seats[seat]?.face_down ?? 0));
