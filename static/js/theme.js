// A plain script, run before the first paint: the fighter's own choice of light or dark precedes the system's.
(() => {
  const sheet = document.getElementById("light");
  const system = matchMedia("(prefers-color-scheme: light)");

  const wish = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage is forbidden here: the system's choice holds
    }
  };
  const isLight = () => (wish() ?? (system.matches ? "light" : "dark")) === "light";

  const apply = () => {
    const light = isLight();
    sheet.media = light ? "all" : "not all";
    document.documentElement.dataset.theme = light ? "light" : "dark";
    document.querySelector("meta[name=theme-color]").content = light ? "#f1f3fa" : "#0b0e19";
  };

  const change = () => {
    try {
      localStorage.setItem("theme", isLight() ? "dark" : "light");
    } catch {
      return;
    }
    apply();
  };

  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-button]")) {
      button.hidden = false;
      button.addEventListener("click", change);
    }
  });
})();
