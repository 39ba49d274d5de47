// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { resetSettings, setSettings, settings, settingsHeard } from "./settings.ts";

afterEach(resetSettings);

/** Another tab stores this. */
const hear = (text: string | null) => {
  if (text === null) localStorage.clear();
  else localStorage.setItem("supercargo.settings", text);
  dispatchEvent(new StorageEvent("storage", { key: text === null ? null : "supercargo.settings" }));
};

const defaults = {
  scheme: "auto",
  density: "comfortable",
  timeZone: "",
  locale: "",
  pageSize: "50",
  singleKeys: "on",
  undoTime: "5",
  start: "/",
};

test.each([
  null,
  "",
  "damaged",
  "null",
  "5",
  '"dark"',
  "[]",
  '{"scheme":"pink","density":5,"pageSize":50,"singleKeys":true,"start":"//example.com"}',
  '{"timeZone":"Mars/Olympus","locale":"not a locale"}',
  '{"timeZone":null,"locale":["en"]}',
  '{"timeZone":{},"locale":true}',
])("%j is read as the defaults", (text) => {
  setSettings({ scheme: "dark" });
  hear(text);
  expect(settings.get()).toEqual(defaults);
});

test.each([
  ['{"scheme":"dark","pageSize":"10"}', { scheme: "dark" }],
  ['{"timeZone":"America/New_York","locale":"xx-damaged-tag-0"}', { timeZone: "America/New_York" }],
  ['{"locale":"iso","start":"/rmas"}', { locale: "iso", start: "/rmas" }],
  ['{"__proto__":{"scheme":"dark"},"density":"compact"}', { density: "compact" }],
])("of %j the valid values are kept", (text, kept) => {
  hear(text);
  expect(settings.get()).toEqual({ ...defaults, ...kept });
});

test.each<[changed: string, rendersAgain: boolean]>([
  ['{"scheme":"dark"}', false],
  ['{"density":"compact"}', false],
  ['{"singleKeys":"off","start":"/rmas"}', false],
  ['{"timeZone":"Asia/Kolkata"}', true],
  ['{"locale":"iso"}', true],
  ['{"pageSize":"25"}', true],
])("another tab that stores %s: renders the screen again: %s", (changed, rendersAgain) => {
  const before = settingsHeard.get();
  hear(changed);
  expect(settingsHeard.get() > before).toBe(rendersAgain);
  expect(settings.get()).toMatchObject(JSON.parse(changed) as object);
});
