// The lobby with what has changed in it (`lobby` in docs/protocol.md): seats that are new, or others than before.

export const changedLobby = (state, { seq, now, seats, seating, hint, enough }) => {
  const all = [...state.table.seats];
  for (const seat of seats) all[seat.seat] = seat;
  const own = state.you && all[state.you.seat];
  const you = own && { you: { ...state.you, name: own.name, ready: own.ready } };
  return { ...state, ...you, seq, seating, hint, enough, clock: { ...state.clock, now }, table: { ...state.table, seats: all } };
};
