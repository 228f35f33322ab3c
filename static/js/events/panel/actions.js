// The acts of the organizer: every button of the panel is that of a form, and is sent from here so that the page stays as it is.
// Without this script the form itself is sent, and the server draws the page anew.

const CONFLICT = 409; // something is unfinished, and is asked about

export class Actions {
  #before = Promise.resolve();

  // `onAnswer` is called with what the server says: `done`, `said` (null where no answer came), `undo`
  // (a fighter, or ""), and with `about`, what was asked. `onQuestion` is called where something is unfinished: with what
  // the server says of it, the button that was pressed, and what sends the same again, confirmed. `home` is the address of the
  // panel, below which all actions are.
  constructor(onAnswer, onQuestion, home = location.pathname) {
    this.home = home;
    this.onAnswer = onAnswer;
    this.onQuestion = onQuestion;
    document.addEventListener("submit", (event) => this.#take(event));
  }

  // One after the other, in the order in which they were pressed.
  #take(event) {
    const { target: form, submitter } = event;
    const address = new URL(submitter?.getAttribute("formaction") || form.action, location.href);
    if (!address.pathname.startsWith(this.home) || submitter?.formTarget === "_blank") return; // a page of its own
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form));
    if (submitter?.name) fields.append(submitter.name, submitter.value);
    this.#queue(address, fields, form, submitter);
  }

  #queue(address, fields, form, submitter) {
    this.#before = this.#before.then(() => this.#send(address, fields, form, submitter));
  }

  async #send(address, fields, form, submitter) {
    const answer = await ask(address, fields);
    const about = address.pathname;
    if (!answer) return this.onAnswer({ done: false, said: null, undo: "", about });
    if (answer.leads_to) return location.assign(answer.leads_to);
    if (answer.confirm) {
      fields.set("confirm", answer.confirm);
      return this.onQuestion(answer.said, submitter, () => this.#queue(address, fields, form, submitter));
    }
    if (answer.done) fold(form, submitter);
    this.onAnswer({ ...answer, about });
  }
}

// Null where no answer comes. A page whose session has changed or ended is loaded again.
const ask = async (address, fields) => {
  try {
    const headers = { "X-Requested-With": "fetch" };
    const answer = await fetch(address, { method: "POST", body: fields, headers });
    if ((answer.ok || answer.status === CONFLICT) && !answer.redirected) return await answer.json();
    if (answer.status < 500) location.reload();
  } catch {
    // the caller says so
  }
  return null;
};

// Clears typed words, folds parts that were unfolded for them (except steps that one goes through), and keeps the focus near.
const fold = (form, submitter) => {
  if (form.id !== "action") form.reset();
  submitter?.closest(".toast")?.remove();
  const details = submitter?.closest("details") ?? submitter?.closest("li")?.querySelector("details");
  if (!details?.open || "stays" in details.dataset) return;
  const hadFocus = document.activeElement === submitter;
  details.open = false;
  if (hadFocus) details.querySelector("summary").focus();
};
