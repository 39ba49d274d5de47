import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The headless shell first: it has no window, toolbar or profile, and opens a page in a third of the time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

const installed = (): string | undefined => {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
};

const playwrightsOwn = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

const download = (): string | undefined => {
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  return playwrightsOwn();
};

/** Debian's own packages, the small one if this release has it. */
const fromDebian = (): string | undefined => {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: 600_000,
    }).status === 0;
  apt("update");
  const install = ["install", "-y", "--no-install-recommends"];
  return apt(...install, "chromium-headless-shell") || apt(...install, "chromium")
    ? installed()
    : undefined;
};

/** A Chromium to test with: an installed one, Playwright's own, or Debian's package. Throws if there is none. */
export const findChromium = (): string => {
  for (const find of [
    () => process.env["CHROMIUM"],
    installed,
    playwrightsOwn,
    fromDebian,
    download,
  ]) {
    const file = find();
    if (file) return file;
  }
  throw new Error(
    "No Chromium found, and installing one failed. Install one, or set its path: CHROMIUM=/path/to/chromium npm test",
  );
};
