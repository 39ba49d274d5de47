// Runs before the first paint, so that a chosen colour scheme never flashes the other one. A file, because the
// Content-Security-Policy allows no inline script.
(() => {
  const root = document.documentElement;
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("supercargo.scheme") ?? "auto";
  } catch {}
  const dark =
    chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  root.dataset.scheme = root.dataset.mantineColorScheme = dark ? "dark" : "light";
})();
