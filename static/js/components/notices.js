// Notices: what a fighter should know, over what is there already, so that no card moves under a finger.
//
// A notice: `key`, `tone` (a class of .alert), `icon`, `words`, and `button` (its words) with `act`, and `dismiss`, where it has them.

import { clone, icon, list, part, text } from "../lib/dom.js";

export class Notices {
  // Shows at most so many of them, the first ones.
  constructor(root, most = Infinity) {
    this.root = root;
    this.most = most;
  }

  draw(notices) {
    list(
      this.root,
      notices.slice(0, this.most),
      ({ key }) => key,
      () => this.#make(),
      (node, notice) => this.#fill(node, notice),
    );
  }

  #make() {
    const node = clone("notice");
    part(node, "button").addEventListener("click", () => node.notice.act());
    part(node, "dismiss").addEventListener("click", () => node.notice.dismiss());
    return node;
  }

  #fill(node, notice) {
    node.notice = notice;
    node.className = `notice alert ${notice.tone}`;
    node.dataset.notice = notice.key;
    icon(part(node, "icon"), notice.icon);
    text(node, "words", notice.words);
    text(node, "button", notice.button);
    part(node, "button").hidden = !notice.button;
    part(node, "dismiss").hidden = !notice.dismiss;
  }
}
