import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [["en-US"], "Nov 22, 2026", "1,234.50"],
  [["en-GB"], "22 Nov 2026", "1,234.50"],
  [["de-DE", "de"], "22 Nov 2026", "1,234.50"],
  [["de-DE", "en-US"], "Nov 22, 2026", "1,234.50"],
])("with the languages %j a day is %s and an amount %s", async (languages, day, amount) => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages });
  const { date, money } = await import("./format.ts");
  expect([date("2026-11-22T12:00:00Z"), money(1234.5)]).toEqual([day, amount]);
});

test.each([
  ["sv", ["Zebra", "Ärla", "R-9", "R-10"].toSorted(), ["R-9", "R-10", "Zebra", "Ärla"]],
  ["de", ["Zebra", "Ärla"], ["Ärla", "Zebra"]],
])("texts are sorted as in %s", async (language, texts, sorted) => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: [language] });
  const { compareTexts } = await import("./compare-texts.ts");
  expect(texts.toSorted(compareTexts)).toEqual(sorted);
});
