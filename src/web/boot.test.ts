// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForFont } from "./wait-for-font.ts";

const root = join(import.meta.dirname, "../..");
const boot = readFileSync(join(root, "public/boot.js"), "utf8");
const frame = /<div id="root">.*?(?=<noscript>)/s.exec(
  readFileSync(join(root, "index.html"), "utf8"),
)?.[0];

/** The fonts of the page, and what ends the load of the first. */
const fonts = new Set<object>();
let loaded: Promise<void>;
let endLoad: (error?: Error) => void;
const faces: string[] = [];
const ranges: (string | undefined)[] = [];

class FakeFace {
  constructor(family: string, source: string, { unicodeRange }: FontFaceDescriptors) {
    faces.push(`${family} ${source}`);
    ranges.push(unicodeRange);
  }
  readonly load = () => loaded;
}

beforeEach(() => {
  fonts.clear();
  faces.length = 0;
  ranges.length = 0;
  loaded = new Promise((resolve, reject) => {
    endLoad = (error) => (error ? reject(error) : resolve());
  });
  vi.stubGlobal("FontFace", FakeFace);
  Object.defineProperty(document, "fonts", { value: fonts, configurable: true });
  document.head.innerHTML = '<link rel="preload" href="/assets/sans.woff2" as="font">';
  document.body.innerHTML = frame ?? "";
  const script = document.createElement("script");
  script.dataset["titles"] = JSON.stringify({ [location.pathname]: "RMAs" });
  Object.defineProperty(document, "currentScript", { value: script, configurable: true });
  // As the page runs it: a script without imports.
  new Function(boot)();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fail = (type: string) => {
  const script = document.body.appendChild(document.createElement("script"));
  script.type = type;
  script.dispatchEvent(new Event("error"));
};
const alert = () => document.querySelector("[role=alert]");

test("if the shell can't be loaded, the page says so and offers to reload", () => {
  fail("module");
  // It ends loading after that.
  document.dispatchEvent(new Event("readystatechange"));
  expect(document.querySelector("h1")?.textContent).toBe("The console couldn't be loaded");
  expect(alert()?.textContent).toBe(
    "Its server may be restarting. Wait a moment, then reload the page.",
  );
  expect(alert()?.querySelector("a")?.href).toBe(location.href);
  expect(alert()?.closest("[aria-hidden]")).toBeNull();
});

test("other scripts that fail change nothing, and neither does an error after the console has drawn itself", () => {
  fail("");
  expect(alert()).toBeNull();
  document.body.innerHTML = '<div id="root"><h1>RMAs</h1></div>';
  fail("module");
  expect(alert()).toBeNull();
});

test("the preloaded font is added as soon as it is loaded, and the first screen waits for it", async () => {
  expect(faces).toEqual([`Sofia Sans url("${location.origin}/assets/sans.woff2") format("woff2")`]);
  const waited = waitForFont();
  expect(fonts.size).toBe(0);
  endLoad();
  await waited;
  expect(fonts.size).toBe(1);
});

test("the console and its frames use the font for the same characters", () => {
  const css = readFileSync(join(root, "src/web/kit/font.css"), "utf8");
  const [, range] = /unicode-range:([^;]+);/.exec(css) ?? [];
  expect(ranges).toEqual([range?.trim().replace(/\s+/g, " ")]);
});

test("a font that comes after the first screen is left out until the next visit", async () => {
  vi.useFakeTimers();
  const waited = waitForFont();
  await vi.advanceTimersByTimeAsync(100);
  await waited;
  endLoad();
  await vi.runAllTimersAsync();
  expect(fonts.size).toBe(0);
});

test("the first screen doesn't wait for a font that can't be loaded, and none is added", async () => {
  endLoad(new Error("A network error occurred."));
  await waitForFont();
  expect(fonts.size).toBe(0);
});

const dark = '{"scheme":"dark"}';
test.each<
  [state: string, preferences: object, stored: Readonly<Record<string, string>>, scheme: string]
>([
  ["the page's settings", { settings: { scheme: "dark" } }, { "ana.settings": "{}" }, "dark"],
  [
    "settings sent after the page was asked for",
    { settings: {} },
    { "ana.settings": dark, "ana.sent.settings": "9999999999999" },
    "dark",
  ],
  [
    "the page's settings, asked for later",
    { settings: { scheme: "dark" } },
    { "ana.settings": "{}", "ana.sent.settings": "1" },
    "dark",
  ],
  [
    "settings that were not sent yet",
    { settings: {} },
    { "ana.settings": dark, "ana.sent.settings": "no" },
    "dark",
  ],
  ["the person's settings, stored here", {}, { "ana.settings": dark, settings: "{}" }, "dark"],
  ["this browser's settings, without others", {}, { settings: dark }, "dark"],
  ["nothing of another person", {}, { "ben.settings": dark }, "light"],
  ["nothing that is damaged", {}, { "ana.settings": "{" }, "light"],
])("the first paint follows %s", (_, preferences, stored, scheme) => {
  localStorage.clear();
  for (const [name, text] of Object.entries(stored))
    localStorage.setItem(`supercargo.${name}`, text);
  const state = document.body.appendChild(document.createElement("script"));
  Object.assign(state, { id: "page-state", type: "application/json" });
  state.textContent = JSON.stringify({ session: { person: { id: "ana" } }, preferences });
  new Function(boot)();
  expect(document.documentElement.dataset["scheme"]).toBe(scheme);
});
