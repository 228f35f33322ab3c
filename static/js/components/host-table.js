// A table on the control panel: where it stands, its seats, and what can be done to them (templates/events/host_table.html).

import { clone, icon, list, part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { isPlayed, isTimed } from "../lib/host-scene.js";
import { todoWords } from "../lib/paper.js";
import { isAway, presenceOf } from "../lib/seats.js";
import { isolate } from "../lib/words.js";
import { drawMark, drawMarks } from "./marks.js";

// A table that no change has touched is not drawn again; absences count up all the same.
export class HostTables {
  // `root` is the list as the server drew it.
  constructor(root, time) {
    this.root = root;
    this.time = time;
    this.drawn = new Map();
    this.tables = [];
    this.sets = [];
  }

  draw(tables, scene, sets) {
    const alone = tables.length === 1;
    this.tables = tables;
    this.sets = sets;
    this.root.classList.toggle("tables--many", tables.length > 1);
    list(this.root, tables, (table) => table.number, () => clone("host-table"), (node, table) => {
      const { clock, ...rest } = table;
      const look = JSON.stringify([rest, clock.paused, isTimed(table), alone, scene]);
      if (this.drawn.get(node) !== look) this.#drawTable(node, table, alone, scene);
      this.drawn.set(node, look);
    });
    for (const node of this.drawn.keys()) if (!node.isConnected) this.drawn.delete(node);
  }

  // Absences count up between two messages.
  drawAbsences() {
    this.tables.forEach((table, index) => {
      const away = table.seats.filter(isAway);
      const rows = away.length ? part(this.root.children[index], "seats").children : [];
      for (const seat of away) drawMark(part(rows[seat.seat], "presence"), presenceOf(seat, this.time));
    });
  }

  // The seconds that are left at each table, as `left` tells for its number: null where nothing is timed.
  drawClocks(wordsOf) {
    this.tables.forEach(({ number }, index) => {
      const { words, isShort } = wordsOf(number);
      text(this.root.children[index], "clock", words);
      part(this.root.children[index], "clock").classList.toggle("is-short", isShort);
    });
  }

  #drawTable(node, table, alone, scene) {
    const { number, phase, clock } = table;
    const show = (name, isShown) => (part(node, name).hidden = !isShown);
    node.dataset.table = number;
    node.setAttribute("aria-labelledby", `table-${number}`);
    node.classList.toggle("is-paused", clock.paused);
    part(node, "heading").id = `table-${number}`;
    text(node, "heading", interpolate(gettext("Table %(number)s"), { number }));
    for (const name of ["round", "rounds", "pass", "passes"]) text(node, name, table[name]);
    show("place", phase === "drafting");
    for (const way of ["left", "right"]) show(way, phase === "drafting" && table.direction === way);
    show("review", phase === "review");
    show("drafted", phase === "building");
    show("paused", clock.paused);
    show("judge", table.waiting_for_judge);
    show("rare", table.legion_rare);
    list(part(node, "seats"), table.seats, (seat) => seat.seat, () => clone("host-seat"), (row, seat) =>
      this.#drawSeat(row, seat, table, scene),
    );
    show("acts", isPlayed(table) && (!alone || phase === "review"));
    show("end-review", phase === "review");
    show("resume", !alone && clock.paused);
    show("pause", !alone && !clock.paused);
    show("extend", !alone && isTimed(table));
    for (const button of part(node, "acts").children) button.value = number;
    show("undo", scene === "drafting" && table.can_undo && !(table.must_place && phase === "drafting"));
    this.#drawConduct(node, table);
    part(node, "undo").id = `undo-${number}`;
    part(node, "undo").querySelector("[name=table]").value = number;
    part(node, "undo").querySelector("[name=confirm]").id = `confirm-undo-${number}`;
    part(node, "undo").querySelector("label").htmlFor = `confirm-undo-${number}`;
  }

  // Real packs: what is called now, and the way on.
  #drawConduct(node, table) {
    const isConducted = Boolean(table.must_place) && table.phase === "drafting";
    part(node, "conduct").hidden = !isConducted;
    part(node, "help").id = `help-${table.number}`;
    part(node, "note").id = `noted-${table.number}`;
    part(node, "conduct").querySelector("label").htmlFor = `noted-${table.number}`;
    if (!isConducted) return;
    const late = table.seats.filter((seat) => seat.turn === "choosing").map((seat) => seat.name);
    text(node, "call-words", todoWords(table.must_place, table, this.sets));
    text(node, "hold", table.seats[0].must_hold);
    text(node, "late", late.map(isolate).join(", "));
    part(node, "late-box").hidden = !late.length;
    part(node, "back").hidden = !table.can_undo;
    part(node, "advance").hidden = table.clock.paused;
    const helps = { pause: !table.clock.paused, resume: table.clock.paused, back: table.can_undo };
    for (const button of node.querySelectorAll("[data-help]")) button.hidden = !helps[button.dataset.help];
    part(node, "advance").classList.remove("button--primary"); // with scripts the gold one is in the bar
    part(node, "advance-form").id = `advance-${table.number}`;
    for (const name of ["table", "round", "pass"]) {
      const value = name === "table" ? table.number : table[name];
      for (const field of part(node, "conduct").querySelectorAll(`input[name=${name}]`)) field.value = value;
    }
    for (const button of part(node, "conduct").querySelectorAll("button[name=table]")) button.value = table.number;
  }

  #drawSeat(node, seat, table, scene) {
    const show = (name, isShown) => (part(node, name).hidden = !isShown);
    const isOffered = seat.always_bot && isPlayed(table);
    const hasMenu = !seat.always_bot && ["opening", "drafting", "building", "fighting", "sharing"].includes(scene);
    node.dataset.seat = seat.seat;
    node.classList.toggle("is-away", isPlayed(table) && isAway(seat));
    icon(part(node, "glyph"), `seat-${seat.seat}`);
    text(node, "number", seat.seat + 1);
    text(node, "name", seat.name);
    drawMarks(node, seat, this.time);
    show("hand", table.phase === "drafting");
    text(node, "in-hand", seat.in_hand);
    text(node, "face-down", seat.face_down);
    show("more", hasMenu || isOffered);
    part(node, "more").id = `seat-${table.number}-${seat.seat}`;
    part(node, "more-about").ariaLabel = interpolate(gettext("More about %(name)s"), seat);
    show("deeds", hasMenu);
    for (const button of part(node, "deeds").children) button.value = seat.fighter;
    for (const name of ["guest", "guest-link"]) show(name, seat.guest);
    show("offer", isOffered);
    part(node, "offer-fighter").value = seat.fighter;
    part(node, "offer-name").id = `late-${table.number}-${seat.seat}`;
    part(node, "offer-label").htmlFor = `late-${table.number}-${seat.seat}`;
    show("seat-bot", isPlayed(table) && !seat.bot && !table.must_place);
    show("unseat-bot", isPlayed(table) && seat.bot);
    show("remove", isPlayed(table));
  }
}
