// Runs before the first paint, so that a chosen color scheme never flashes the other one, and titles the frame that is
// shown while the scripts load. A file, because the Content-Security-Policy allows no inline script.
(() => {
  const root = document.documentElement;
  // The settings as `base/remember.ts` finds them: in the page, except for what this browser sent later or not yet. Each
  // value is checked in `base/settings.ts`: here a damaged one only counts as not chosen.
  const attempt = (read) => {
    try {
      return read();
    } catch {}
  };
  const page = attempt(() => JSON.parse(document.getElementById("page-state").textContent));
  const id = page?.session.person?.id;
  const stored = (name) =>
    attempt(() => localStorage.getItem(`supercargo.${id === undefined ? name : `${id}.${name}`}`));
  const sent = stored("sent.settings");
  const isNewerHere = sent && !(Number(sent) < performance.timeOrigin);
  const inPage = isNewerHere ? undefined : page?.preferences.settings;
  const here = stored("settings") ?? attempt(() => localStorage.getItem("supercargo.settings"));
  const { scheme, density, start } = Object(inPage ?? attempt(() => JSON.parse(here)));
  const dark =
    scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.scheme = root.dataset.mantineColorScheme = dark ? "dark" : "light";
  root.dataset.density = density === "compact" ? density : "comfortable";

  // A face of its own instead of a rule in a style sheet: with `font-display: optional`, a font that came after the first
  // paint replaced the fallback when the next style sheet was loaded, and moved a screen in use. `web/wait-for-font.ts`
  // decides when it is too late. The characters are the file's, as in `web/kit/font.css`.
  const { href } = document.querySelector("link[as=font]");
  const face = new FontFace("Sofia Sans", `url("${href}") format("woff2")`, {
    weight: "400 700",
    unicodeRange:
      "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212, U+2215, U+FEFF, U+FFFD",
  });
  const font = { isLate: false };
  const add = () => {
    if (!font.isLate) document.fonts.add(face);
  };
  font.settled = face.load().then(add, () => {});
  globalThis.earlyFont = font;

  // Only where the console is opened: a reload and Back stay on the overview.
  const [arrival] = performance.getEntriesByType("navigation");
  if (
    arrival?.type === "navigate" &&
    location.pathname === "/" &&
    /^\/[a-z]+(-[a-z]+)?$/.test(start)
  )
    history.replaceState(null, "", start);

  // The main screens are named as their addresses; the page is parsed before the shell, a module, runs.
  const names = {
    "/": "Overview",
    "/rmas": "RMAs",
    "/audit": "Activity",
    "/bulk-runs": "Bulk changes",
  };
  const [, first, rest] = location.pathname.match(/^\/([a-z])([a-z-]*)$/) ?? [];
  let title =
    names[location.pathname] ?? (first && first.toUpperCase() + rest.replaceAll("-", " "));
  document.addEventListener("readystatechange", () => {
    const heading = document.getElementById("first-title");
    if (title && heading) heading.textContent = title;
  });

  // The shell wasn't sent, in a restart for example: the page would stay an empty frame. The shell itself reports other files.
  const onError = ({ target }) => {
    const heading = document.getElementById("first-title");
    if (target.type !== "module" || !heading) return;
    heading.closest("[aria-hidden]")?.removeAttribute("aria-hidden");
    title = heading.textContent = "The console couldn't be loaded";
    const advice = document.createElement("p");
    advice.setAttribute("role", "alert");
    advice.textContent = "Its server may be restarting. Wait a moment, then ";
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "reload the page";
    advice.append(link, ".");
    heading.parentElement.after(advice);
  };
  document.addEventListener("error", onError, { capture: true });
})();
