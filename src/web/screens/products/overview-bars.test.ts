import { afterEach, describe, expect, test } from "vitest";
import type { ChannelOverview } from "#contract/catalog.ts";
import { resetSettings, setSettings } from "#web/base/settings.ts";
import { categoryBars, createTimeBars, findAxisEnd, formatShare } from "./overview-bars.ts";
import { parseQuery } from "./product-address.ts";

afterEach(resetSettings);

test.each([
  [0, 0, ""],
  [0, 10, "0%"],
  [10, 10, "100%"],
  [1, 3, "33.3%"],
  [1, 100_000, "< 0.1%"],
  [99_999, 100_000, "> 99.9%"],
])("%i of %i is %j", (count, of, words) => expect(formatShare(count, of)).toBe(words));

test.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [20, 20],
  [21, 30],
  [51, 60],
  [650, 800],
  [12_345, 20_000],
])("an axis for %i ends at %i", (most, end) => expect(findAxisEnd(most)).toBe(end));

const now = Date.parse("2026-11-21T12:00:00Z");
const one = (day: string, count = 1) => ({ day, count });

describe("createTimeBars", () => {
  test("a few days have a bar each, including empty ones", () => {
    setSettings({ locale: "en-US" });
    expect(createTimeBars([one("2026-11-19", 5), one("2026-11-21", 2)], now)).toEqual([
      {
        label: "Nov 19",
        title: "Nov 19, 2026",
        since: "2026-11-19",
        until: "2026-11-19",
        count: 5,
      },
      {
        label: "Nov 20",
        title: "Nov 20, 2026",
        since: "2026-11-20",
        until: "2026-11-20",
        count: 0,
      },
      {
        label: "Nov 21",
        title: "Nov 21, 2026",
        since: "2026-11-21",
        until: "2026-11-21",
        count: 2,
      },
    ]);
  });

  test.each([
    ["en-GB", "2026-11-19", "19 Nov", "19 Nov 2026"],
    ["iso", "2026-11-19", "19 Nov", "2026-11-19"],
    ["en-US", "2026-10-05", "Oct 5", "Oct 5, 2026 to Oct 11, 2026"],
    ["en-US", "2025-03-15", "Mar ’25", "March 2025"],
    ["iso", "2025-03-15", "Mar ’25", "March 2025"],
  ])("with the format %s, the bar of %s has the label %s", (locale, day, label, title) => {
    setSettings({ locale });
    expect(createTimeBars([one(day)], now)[0]).toMatchObject({ label, title });
  });

  test.each([
    ["weeks from Monday to Sunday", "2026-07-01", "2026-06-29", "2026-07-05", 21],
    ["months", "2025-01-15", "2025-01-01", "2025-01-31", 23],
    ["years", "2010-05-05", "2010-01-01", "2010-12-31", 17],
  ])("a longer period has bars of %s", (_name, day, since, until, bars) => {
    const all = createTimeBars([one(day), one("2026-11-21", 4)], now);
    expect(all).toHaveLength(bars);
    expect(all[0]).toMatchObject({ since, until, count: 1 });
    expect(all.at(-1)).toMatchObject({ count: 4 });
  });

  test("very old changes are in the first bar, and each product is counted once", () => {
    const days = [one("1970-01-01", 3), one("1996-06-01", 2), one("2026-11-21", 1)];
    const all = createTimeBars(days, now);
    expect(all).toHaveLength(31);
    expect(all[0]).toMatchObject({ since: "", until: "1996-12-31", count: 5, title: "Until 1996" });
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  });

  test("a moment in the future has its bar; no days and invalid days have none", () => {
    expect(createTimeBars([one("2026-11-23", 2)], now).at(-1)).toMatchObject({ count: 2 });
    expect(createTimeBars([], now)).toEqual([]);
    expect(createTimeBars([one("soon")], now)).toEqual([]);
  });
});

test("a bar of a category without an ID opens its products, whatever its name", () => {
  const name = "Pots, 50% off";
  const category = { value: name, name, level: 1, within: null, count: 3 } as const;
  const [bar] = categoryBars({ facets: { categories: [category] } } as unknown as ChannelOverview);
  expect(parseQuery(bar?.filter ?? {}).categories).toEqual([name]);
});
