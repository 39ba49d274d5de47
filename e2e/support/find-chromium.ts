import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const installed = (): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

const playwrightsOwn = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

const download = (): string | undefined => {
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  return playwrightsOwn();
};

const fromDebian = (): string | undefined => {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]])
    execFileSync("apt-get", args, { stdio: "ignore", env, timeout: 600_000 });
  return installed();
};

/** A Chromium to test with: an installed one, Playwright's own, or Debian's package. Throws when there is none. */
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
    "No Chromium: install one, or name one in the environment as CHROMIUM=/path/to/chromium",
  );
};
