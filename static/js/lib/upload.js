// Sends the files of a form, and tells how far that is: how much has been sent, then what the server says of its work.
// The server finds the work by the form's field `upload`, at the address in its `data-progress`.

import { gettext, interpolate } from "./gettext.js";
import { isolate } from "./words.js";

const EVERY = 400; // milliseconds
const MEGABYTE = 1024 * 1024;

// Why files of a form are not even sent, in words: one is larger than its field takes. Null where all may be sent.
export const whyNotSent = (form) => {
  for (const { files, dataset } of form.querySelectorAll("input[type=file][data-most]")) {
    const large = [...files].find((file) => file.size > dataset.most * MEGABYTE);
    if (large) return interpolate(gettext("%(name)s is larger than %(size)s MB. It was not sent."), { name: isolate(large.name), size: dataset.most });
  }
  return null;
};

// `button` is the one that was pressed. `tell` is called with words, and with a share from 0 to 1 or, where none is known, null. Resolves with what came back:
// `{leadsTo}`, `{page}` (a document) or `{broken}` (words).
export const sendFiles = (form, tell, button = null) =>
  new Promise((settle) => {
    const body = new FormData(form); // before anything of the form is disabled
    if (button?.name) body.set(button.name, button.value);
    const request = new XMLHttpRequest();
    const at = `${form.dataset.progress}?${new URLSearchParams({ upload: body.get("upload") })}`;
    let isOver = false;
    const look = async () => {
      const stage = await stageAt(at);
      if (isOver) return;
      if (stage?.words) tell(stage.words, stage.done ? stage.done / stage.total : null);
      setTimeout(look, EVERY);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (loaded < total) tell(interpolate(gettext("Sending: %(percent)s %"), { percent: Math.floor((loaded / total) * 100) }), loaded / total);
    });
    request.upload.addEventListener("load", () => {
      tell(gettext("Sent. The server begins to read …"), null);
      look();
    });
    request.addEventListener("loadend", () => {
      isOver = true;
      settle(answerOf(request, form.action));
    });
    tell(gettext("Sending …"), null);
    request.open("POST", form.action);
    request.setRequestHeader("X-Requested-With", "fetch");
    request.send(body);
  });

const stageAt = async (address) => {
  try {
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the next look may reach the server
  }
};

const answerOf = (request, action) => {
  const kind = request.getResponseHeader("content-type") ?? "";
  if (kind.startsWith("application/json")) return { leadsTo: JSON.parse(request.responseText).leads_to };
  if (!kind.startsWith("text/html")) return { broken: whyBroken(request.status) };
  if (new URL(request.responseURL).pathname !== new URL(action, location).pathname) return { leadsTo: request.responseURL }; // to the sign-in page
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  if (request.status === 200) return { page };
  return { broken: page.querySelector(".lead")?.textContent.trim() ?? whyBroken(request.status) };
};

const whyBroken = (status) => {
  if (status === 413) return gettext("These files are too large.");
  if (status === 503) return gettext("Others are sending files at the moment. Try again in half a minute.");
  if (status === 0) return gettext("The upload was interrupted. Check the connection, and that no file is too large or was changed since you chose it, then try again.");
  return gettext("The server did not answer. It may have loaded the set anyway: check the list of sets before you send it again.");
};
