import { findChromium } from "./find-chromium.ts";

/**
 * Features of Chromium that tests do not use: for each window it keeps two hidden pages for the address bar's
 * suggestions, which take a third of the time of a new context. Playwright adds these to those it disables itself.
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

/** The options with which tests and benchmarks launch the browser; `more` are further switches. */
export const launchOptions = (...more: readonly string[]) => ({
  executablePath: findChromium(),
  args: [...switches, ...more],
});
