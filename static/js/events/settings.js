// The words of the server about an event's settings ([data-settings]), read from it again when they have changed in the lobby.

export class Settings {
  #event = null;
  #shown = null;

  // `live`: whose states are taken; without one the page hands them over.
  constructor(live = null) {
    live?.addEventListener("state", ({ detail }) => this.take(detail));
  }

  // Not all settings are in a state: they may have changed where the event has, or where nothing has.
  take({ seq, clock, entries, ...shown }) {
    const [event, all] = [JSON.stringify(shown.event), JSON.stringify(shown)];
    const hasChanged = this.#event !== null && (event !== this.#event || all === this.#shown);
    [this.#event, this.#shown] = [event, all];
    if (hasChanged && shown.event.phase === "lobby") this.#read().catch(() => {}); // it stays as it is drawn
  }

  async #read() {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const node of document.querySelectorAll("[data-settings]")) {
      const fresh = page.querySelector(`[data-settings="${node.dataset.settings}"]`);
      if (fresh) node.textContent = fresh.textContent;
    }
  }
}
