import { expect, test } from "vitest";
import { parseSettings } from "./settings.ts";

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
])("%j is read as the defaults", (text) => expect(parseSettings(text)).toEqual(defaults));

test.each([
  ['{"scheme":"dark","pageSize":"10"}', { scheme: "dark" }],
  ['{"timeZone":"America/New_York","locale":"xx-damaged-tag-0"}', { timeZone: "America/New_York" }],
  ['{"locale":"iso","start":"/rmas"}', { locale: "iso", start: "/rmas" }],
  ['{"__proto__":{"scheme":"dark"},"density":"compact"}', { density: "compact" }],
])("of %j the valid values are kept", (text, kept) =>
  expect(parseSettings(text)).toEqual({ ...defaults, ...kept }),
);
