// Whether nothing is counted yet in a game of a fight.

// Avatars change where the first counter starts; a team's by those of all who are in it (M28).
const startOf = ({ start, of }, place, each, fighters) => {
  const owners = place ? [] : of === "team" ? fighters : [each];
  return owners.reduce((sum, { avatar }) => sum + (avatar?.life_modifier ?? 0), start);
};

export const isFresh = ({ sides }, counters) =>
  sides.every(({ fighters }) =>
    fighters.every((each) => counters.every((rule, place) => rule.of === "pair" || each.counters[rule.counter] === startOf(rule, place, each, fighters))),
  );
