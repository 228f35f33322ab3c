// A plain script, run before those of the page: where one of them, or a file that it imports, cannot be fetched, the page says so.
// A page that shows nothing without them is loaded again once the server answers.
(() => {
  // Milliseconds; longer where that did not help, as with a script that an extension of the browser blocks.
  const AGAIN = performance.getEntriesByType("navigation")[0]?.type === "reload" ? 60_000 : 3_000;

  const later = () => setTimeout(loadAgain, AGAIN);

  // Not while it is offline: a browser's own page in its place would stay.
  const loadAgain = async () => {
    const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (answer && answer.status < 500) location.reload();
    else later();
  };

  document.addEventListener(
    "error",
    ({ target }) => {
      const template = document.getElementById("missing-scripts");
      if (!target.matches("script") || !template) return; // said already
      document.querySelector(".skip").after(template.content);
      template.remove();
      if (document.querySelector("[data-needs-scripts]")) later();
    },
    true,
  );
})();
