// The words of games in which one card is chosen at a time, as a face has them (js/lib/game.js).

import { gettext, interpolate, ngettext } from "../lib/gettext.js";

export const PICK = {
  isFeatured: () => false,
  places: { featured: gettext("Card"), plain: gettext("Card"), any: gettext("Your pick") },
  more: () => "",
  where: (table) => interpolate(gettext("Pick %(pass)s/%(passes)s"), table),
  place: gettext("Pack %(round)s, pick %(pass)s"),
  ownPack: (count) =>
    ngettext("Pack %(round)s, pick %(pass)s: %(count)s card.", "Pack %(round)s, pick %(pass)s: %(count)s cards.", count),
  packFrom: (count) =>
    ngettext(
      "Pack %(round)s, pick %(pass)s: %(count)s card from %(name)s.",
      "Pack %(round)s, pick %(pass)s: %(count)s cards from %(name)s.",
      count,
    ),
  handless: { short: gettext("No cards in this pick"), whole: gettext("You hold no cards in this pick.") },
  hurried: (count) =>
    ngettext("You missed %(count)s pick: 5 seconds a pick until you act", "You missed %(count)s picks in a row: 5 seconds a pick until you act", count),
  takenBack: gettext("The organizer undid pack %(round)s, pick %(pass)s. Choose again."),
  replay: {
    next: gettext("next, pick %(pass)s"),
    then: gettext("pick %(pass)s"),
    last: gettext("last card, pick %(pass)s"),
  },
  missed: {
    once: gettext("Time ran out in pack %(round)s, pick %(pass)s: the server chose for you."),
    often: gettext("Time ran out in %(count)s picks of pack %(round)s: the server chose for you."),
    inPacks: gettext("Time ran out in %(count)s picks of %(rounds)s packs: the server chose for you."),
    second: gettext("Your pick %(pass)s of pack %(round)s does not count: another one was stored before."),
    late: gettext("Your pick %(pass)s of pack %(round)s does not count: it came after the pick was over."),
  },
  call: null,
};
