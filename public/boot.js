// Runs before the first paint, so that a chosen color scheme never flashes the other one, and asks for the files of the
// screen that is opened, which would otherwise wait until the shell runs. A file, because the Content-Security-Policy
// allows no inline script.
(() => {
  const root = document.documentElement;
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("supercargo.scheme") ?? "auto";
  } catch {}
  const dark =
    chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  root.dataset.scheme = root.dataset.mantineColorScheme = dark ? "dark" : "light";

  // Written by the build: the files of each kind of screen, `rmas` for the list and `rmas/` for a record.
  const screens = JSON.parse(document.currentScript.dataset.screens ?? "{}");
  const [, kind, id] = location.pathname.match(/^\/([\w-]+)(\/\d+)?$/) ?? [];
  for (const file of screens[id ? `${kind}/` : kind] ?? []) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    link.as = isStyle ? "style" : "script";
    link.crossOrigin = "";
    link.href = `/assets/${file}`;
    document.head.append(link);
  }
})();
