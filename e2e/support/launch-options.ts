import { findChromium } from "./find-chromium.ts";

/**
 * Features of a whole Chromium that a test has no use for: it keeps two hidden pages for the address bar's suggestions
 * beside each window, which cost a third of the time of a new context. Playwright adds these to those it disables itself.
 */
const unusedFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AiModeOmniboxEntryPoint"];

const switches = [
  // Root has no sandbox. The browser opens only pages that the tests serve on loopback.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  `--disable-features=${unusedFeatures.join(",")}`,
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** How tests and benchmarks launch the browser; `more` are further switches. */
export const launchOptions = (...more: readonly string[]) => ({
  executablePath: findChromium(),
  args: [...switches, ...more],
});
