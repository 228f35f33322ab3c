import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sendFiles, whyNotSent } from "../../../static/js/lib/upload.js";

class Events {
  heard = {};
  addEventListener(name, hear) {
    this.heard[name] = hear;
  }
}

let request, stages, asked;

globalThis.location = new URL("http://store/sets/upload/");
globalThis.FormData = class {
  get = () => "abc";
};
globalThis.XMLHttpRequest = class extends Events {
  upload = new Events();
  status = 200;
  open = () => (request = this);
  setRequestHeader() {}
  send() {}
  getResponseHeader = () => this.kind;
  answer(status, kind, text, url = location.href) {
    Object.assign(this, { status, kind, responseText: text, responseURL: url });
    this.heard.loadend();
  }
};
globalThis.fetch = async (address) => {
  asked.push(address);
  return { ok: true, json: async () => stages.shift() ?? {} };
};

beforeEach(() => ([request, stages, asked] = [null, [], []]));

const begin = () => {
  const told = [];
  const sent = sendFiles({ action: "/sets/upload/", dataset: { progress: "/progress/" } }, (...words) => told.push(words));
  return { told, sent };
};

test("it tells how much has been sent, then what the server says, and where the answer leads", async () => {
  const { told, sent } = begin();
  request.upload.heard.progress({ loaded: 30, total: 40 });
  stages = [{ words: "Reading: 1 of 4", done: 1, total: 4 }];
  request.upload.heard.load();
  await new Promise(setImmediate);
  request.answer(200, "application/json", '{"leads_to": "/sets/X/"}');
  assert.deepEqual(await sent, { leadsTo: "/sets/X/" });
  assert.deepEqual(told, [["Sending …", null], ["Sending: 75 %", 0.75], ["Sent. The server begins to read …", null], ["Reading: 1 of 4", 0.25]]);
  assert.deepEqual(asked, ["/progress/?upload=abc"]);
});

test("a stage of which nothing is done yet has no share", async () => {
  const { told, sent } = begin();
  stages = [{ words: "Storing: 0 of 4", done: 0, total: 4 }];
  request.upload.heard.load();
  await new Promise(setImmediate);
  request.answer(0, null, "");
  await sent;
  assert.deepEqual(told.at(-1), ["Storing: 0 of 4", null]);
});

test("an error is told by its kind", async () => {
  const broken = async (...answer) => {
    const { sent } = begin();
    request.answer(...answer);
    return (await sent).broken;
  };
  assert.match(await broken(0, null, ""), /^The upload was interrupted/);
  assert.match(await broken(413, null, ""), /too large/);
  assert.match(await broken(503, "text/plain", ""), /^Others are sending files/);
  assert.match(await broken(502, null, ""), /may have loaded the set/);
});

test("a file that is larger than its field takes is named, and not sent", () => {
  const form = (...sizes) => ({
    querySelectorAll: () => sizes.map((size, place) => ({ files: size ? [{ name: `${place}.json`, size }] : [], dataset: { most: "32" } })),
  });
  const most = 32 * 1024 * 1024;
  assert.equal(whyNotSent(form(most, 0, most)), null);
  assert.equal(whyNotSent(form(0, most + 1)).replace(/[\u2068\u2069]/g, ""), "1.json is larger than 32 MB. It was not sent.");
});

test("to a browser that was signed out meanwhile the sign-in page is opened", async () => {
  const { sent } = begin();
  request.answer(200, "text/html", "", "http://store/accounts/login/?next=/sets/upload/");
  assert.deepEqual(await sent, { leadsTo: "http://store/accounts/login/?next=/sets/upload/" });
});
