// Files that a page loads when they are first needed: scripts by import(), and style sheets that it keeps in a <template>.

const TRIES = [400, 1200, 3000]; // milliseconds, until it is tried again

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Resolves once it is loaded. A file that cannot be fetched (another version runs, or the page is offline) reloads the page.
export const loaded = async (load, again = () => location.reload()) => {
  for (const wait of [...TRIES, null]) {
    try {
      return await load();
    } catch {
      if (wait !== null) await sleep(wait);
    }
  }
  return again();
};

// The same for what a page can do without for a while: it is tried until it is online again.
export const loadedSoon = (load) => loaded(load, () => loadedSoon(load));

const link = async (template) => {
  const links = [...template.content.cloneNode(true).children];
  const all = Promise.all(links.map((each) => new Promise((done, fail) => Object.assign(each, { onload: done, onerror: fail }))));
  template.before(...links);
  try {
    await all;
    template.remove();
  } catch (fault) {
    for (const each of links) each.remove();
    throw fault;
  }
};

const linking = new WeakMap(); // by template: what is awaited, so that a request meanwhile links nothing twice

// Links the sheets of a template where it stands, so that they weigh as much as if they had always been there.
export const linkStyles = async (template) => {
  if (!template?.isConnected) return; // they are linked already
  if (!linking.has(template)) linking.set(template, link(template).finally(() => linking.delete(template)));
  await linking.get(template);
};

// Does one thing after the other: while something is waited for, all others wait, too, and none is lost.
export class InOrder {
  #kept = null;

  do(task) {
    if (this.#kept) this.#kept.push(task);
    else task();
  }

  async after(wait) {
    this.#kept ??= [];
    await wait();
    const kept = this.#kept;
    this.#kept = null;
    for (const task of kept) {
      try {
        this.do(task);
      } catch (fault) {
        reportError(fault);
      }
    }
  }
}
