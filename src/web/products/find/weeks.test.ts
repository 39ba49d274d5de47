import { describe, expect, test } from "vitest";
import { weeksOf } from "./weeks.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("when products changed", () => {
  test("each step counts what is nearer too; a step that adds nothing is left out", () => {
    const byDay = [
      { day: "2020-01-01", count: 5 },
      { day: "2026-11-01", count: 2 },
      { day: "2026-11-20", count: 1 },
      { day: "2026-11-21", count: 1 },
    ];
    expect(weeksOf(byDay, now)).toEqual([
      { label: "in the last day", since: "2026-11-20", count: 2 },
      { label: "in the last 30 days", since: "2026-10-22", count: 4 },
      { label: "ever", since: "", count: 9 },
    ]);
  });
  test("nothing at all is one empty bar", () => {
    expect(weeksOf([], now)).toEqual([{ label: "in the last day", since: "2026-11-20", count: 0 }]);
  });
});
