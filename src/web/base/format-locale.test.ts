import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  // Other files share the modules of this worker, and the formats would stay in them.
  vi.resetModules();
});

test.each([
  [["en-US"], "Nov 22, 2026", "1,234.50"],
  [["en-GB"], "22 Nov 2026", "1,234.50"],
  [["de-DE", "de"], "22 Nov 2026", "1,234.50"],
  [["de-DE", "en-US"], "Nov 22, 2026", "1,234.50"],
  [["en-ZA"], "22 Nov 2026", "1,234.50"],
  [["en-DE", "de"], "22 Nov 2026", "1,234.50"],
  [["en-SE"], "22 Nov 2026", "1,234.50"],
])("with the languages %j a day is %s and an amount %s", async (languages, day, amount) => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages });
  const { formatDate, formatMoney } = await import("./format.ts");
  expect([formatDate("2026-11-22T12:00:00Z"), formatMoney(1234.5)]).toEqual([day, amount]);
});

const moment = "2026-07-01T03:30:00Z";
// AM and PM stay on the line of their time.
test.each([
  [{ timeZone: "UTC", locale: "en-GB" }, moment, "1 Jul 2026, 03:30", "1,234.50"],
  [{ timeZone: "America/New_York", locale: "en-GB" }, moment, "30 Jun 2026, 23:30", "1,234.50"],
  // Before and after the clocks change.
  [
    { timeZone: "Europe/Berlin", locale: "iso" },
    "2026-03-29T00:59Z",
    "2026-03-29 01:59",
    "1,234.50",
  ],
  [
    { timeZone: "Europe/Berlin", locale: "iso" },
    "2026-03-29T01:00Z",
    "2026-03-29 03:00",
    "1,234.50",
  ],
  [
    { timeZone: "America/New_York", locale: "iso" },
    "2026-11-01T05:30Z",
    "2026-11-01 01:30",
    "1,234.50",
  ],
  [
    { timeZone: "America/New_York", locale: "iso" },
    "2026-11-01T06:30Z",
    "2026-11-01 01:30",
    "1,234.50",
  ],
  [{ timeZone: "Asia/Kolkata", locale: "en-IN" }, moment, "1 Jul 2026, 9:00\u00a0am", "1,234.50"],
  [{ timeZone: "Mars/Olympus", locale: "en-GB" }, "", "", "1,234.50"],
  [{ timeZone: "UTC", locale: "not a locale" }, moment, "Jul 1, 2026, 3:30\u00a0AM", "1,234.50"],
])("with the settings %j, %s is %s", async (stored, at, written, amount) => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: ["en-US"] });
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(stored) });
  const { formatDateTime, formatMoney } = await import("./format.ts");
  expect([formatDateTime(at).replaceAll("\u202f", "\u00a0"), formatMoney(1234.5)]).toEqual([
    written,
    amount,
  ]);
});

test("a changed setting changes what is formatted next, although texts are cached", async () => {
  vi.resetModules();
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  const { setSettings } = await import("./settings.ts");
  const { formatDateTime } = await import("./format.ts");
  setSettings({ timeZone: "UTC", locale: "iso" });
  expect(formatDateTime(moment)).toBe("2026-07-01 03:30");
  setSettings({ timeZone: "Asia/Tokyo" });
  expect(formatDateTime(moment)).toBe("2026-07-01 12:30");
  // Only what was chosen is stored: a default may depend on the window.
  expect(JSON.parse(stored.get("supercargo.settings")!)).toEqual({
    timeZone: "Asia/Tokyo",
    locale: "iso",
  });
});

test.each([
  ["sv", ["Zebra", "Ärla", "R-9", "R-10"].toSorted(), ["R-9", "R-10", "Zebra", "Ärla"]],
  ["de", ["Zebra", "Ärla"], ["Ärla", "Zebra"]],
])("texts are sorted as in %s", async (language, texts, sorted) => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: [language] });
  const { compareTexts } = await import("./format.ts");
  expect(texts.toSorted(compareTexts)).toEqual(sorted);
});

test.each([
  [["en-US"], "USD", "$1,234.50", "-$4.00", "$13.9563"],
  [["en-ZA"], "EUR", "€1,234.50", "-€4.00", "€13.9563"],
  [["de-DE"], "GBP", "£1,234.50", "-£4.00", "£13.9563"],
])(
  "with the languages %j and CURRENCY=%s an amount is %s",
  async (languages, currency, ...texts) => {
    vi.resetModules();
    vi.stubGlobal("navigator", { languages });
    const textContent = JSON.stringify({
      session: { person: null },
      preferences: {},
      currency,
    });
    vi.stubGlobal("document", { getElementById: () => ({ textContent }) });
    const { formatMoney, formatQuantity } = await import("./format.ts");
    expect([1234.5, -4, 13.9563].map(formatMoney)).toEqual(texts);
    expect(formatQuantity(3)).toBe("3");
  },
);
