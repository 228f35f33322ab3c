// How long the draft will take, beside each pace, and how one fights. The server has worked out all the answers; this shows the right ones.

import { json, part } from "../lib/dom.js";

const form = document.getElementById("new-event");
const shapes = json("shapes");
const lengths = json("lengths");
const choices = json("night-choices");

const chosen = (name) => form.elements[name]?.value;

// Cards out of the store's boxes go to the fighters who drafted them, those of real boosters are shared, unless chosen otherwise.
let isSharingChosen = !form.elements.request;

const chooseSharing = ({ target }) => {
  if (target.name === "sharing") isSharingChosen = true;
  if (target.name === "packs" && !isSharingChosen && form.elements.sharing) form.elements.sharing.value = target.value === "paper" ? "equal" : "keep";
};

const show = () => {
  const packs = shapes[document.getElementById("set-1")?.value] ?? Object.keys(lengths)[0];
  for (const choice of form.querySelectorAll("[data-choice]:has([name=pace])")) {
    const words = lengths[packs]?.[choice.dataset.choice]?.[chosen("review_seconds")];
    if (words) choice.querySelector("[data-part=more]").textContent = words;
  }
  showNight();
};

// The meaning of the choices about the night for a table of this size.
const showNight = () => {
  form.querySelector("[data-part=fights-in-words]").textContent = nightInWords();
  for (const choice of form.querySelectorAll("[data-choice]:has([name=fights])")) {
    part(choice, "more").textContent = fightsSaid(choice.dataset.choice)?.meaning ?? "";
  }
  help("fight_minutes", fightsSaid(chosen("fights"))?.lasts[minutes()]);
  for (const [name, words] of Object.entries(choices.helps)) {
    help(name, name === "swiss_rounds" && (teamSize() > 1 || isAtOnce()) ? "" : words[chosen("table_size")]);
  }
  help("table_size", choices.tables[chosen("fight_form")] ?? Object.values(choices.tables)[0]);
  help("mix", (choices.mix[chosen("packs_each")] ?? Object.values(choices.mix)[0])[chosen("table_size")]);
};

const help = (name, words) => {
  const line = form.querySelector(`[data-help=${name}]`);
  if (line) line.textContent = words ?? "";
};

// The same sentence as `night_said` of drafts/presenters/events/night_choices.py.
const nightInWords = () => {
  const then = fightsSaid(chosen("fights"))?.then[minutes()];
  const asked = Object.entries(choices.others).filter(([name]) => name !== "best_of" || !isOneGame());
  const others = chosen("fights") === "off" ? [] : asked.map(([name, words]) => words[chosen(name)]);
  const fights = [then, ...others].filter(Boolean).join(", ");
  return [fights && `${fights}.`, choices.sharing[chosen("sharing")]].filter(Boolean).join(" ");
};

const teamSize = () => choices.teams[chosen("fight_form")] ?? 1;

// How many fight at once at most and usually, where all of a table do.
const atOnce = () => choices.at_once[chosen("fight_form")];

// More than two also fight at once in one battle.
const isAtOnce = () => Boolean(atOnce()) || Number(chosen("players")) > 2;

// A fight of teams, or of all of a table, is one game.
const isOneGame = () => teamSize() > 1 || Boolean(atOnce());

// The minutes of a round: as chosen, or the usual ones for fights of so many games.
const minutes = () => {
  const said = chosen("fight_minutes");
  return said === "auto" ? choices.usual_minutes[chosen("fight_form") ?? Object.keys(choices.usual_minutes)[0]]?.[chosen("best_of")] : said;
};

const fightsSaid = (way) => {
  const size = String(Math.floor(chosen("table_size") / teamSize()));
  const kind = isAtOnce() && way !== "off" ? "pods" : way === "auto" ? choices.auto[size] : way;
  return choices.fights[kind]?.[["swiss", "pods"].includes(kind) ? chosen("swiss_rounds") : size];
};

// Decks that are made for a form of fights are fought in it, and that form with them, until somebody says otherwise.
const chooseForm = ({ target }) => {
  const { fight_form: fightForm, constructed_format: decks } = form.elements;
  if (!decks) return;
  if (target === decks) {
    const made = Object.keys(choices.decks).find((slug) => choices.decks[slug] === decks.value);
    if (made) fightForm.value = made;
    else if (choices.decks[fightForm.value]) fightForm.value = fightForm[0].value;
  }
  if (target.name === "fight_form") decks.value = choices.decks[target.value] ?? decks.value;
};

let fought = chosen("fight_form");

// A table at which all fight at once is smaller than others, and of whole teams; one such fight is a night.
const chooseTable = () => {
  if (fought === chosen("fight_form")) return;
  fought = chosen("fight_form");
  if (!atOnce()) return;
  const [, usual] = atOnce();
  if (chosen("table_size") > usual || chosen("table_size") % teamSize()) form.elements.table_size.value = String(usual);
  form.elements.swiss_rounds.value = "1";
};

// Times are those of this device, also the one that is set. A time that was typed in another zone stays in it.
const takeZone = () => {
  const [field, typed] = [form.elements.time_zone, form.elements.starts_at];
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone || timeZone === field.value || (typed.value && !field.dataset.begins)) return;
  if (field.dataset.begins) typed.value = localTime(new Date(field.dataset.begins));
  field.value = timeZone;
  part(form, "zone").textContent = timeZone;
};

// As a field of time takes it: 2026-11-27T19:00.
const localTime = (at) => {
  const two = (number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
};

takeZone();
form.addEventListener("change", chooseSharing);
form.addEventListener("change", chooseForm);
form.addEventListener("change", chooseTable);
form.addEventListener("change", show);
show();
