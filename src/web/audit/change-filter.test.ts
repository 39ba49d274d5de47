import { expect, test } from "vitest";
import { toChangeFilter } from "./change-filter.ts";

test.each([
  [{}, {}],
  [
    { person: "Ada", operation: "updateReturn" },
    { person: "Ada", operation: "updateReturn" },
  ],
  [
    { resource: "rmas", recordId: "5" },
    { resource: "rmas", recordId: 5 },
  ],
  [{ resource: "toString", recordId: "5x", state: "lost" }, {}],
  [{ recordId: "0" }, {}],
  [{ after: "yesterday", until: "2026-02-31T" }, {}],
])("%j is %j", (search, filter) => {
  const given = Object.entries(toChangeFilter(search)).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(given)).toEqual(filter);
});

test("both days are included, by this browser's time", () => {
  const { after = "", before = "" } = toChangeFilter({ after: "2026-02-28", until: "2026-02-28" });
  const [from, until] = [new Date(after), new Date(before)];
  expect([from.getDate(), from.getHours(), until.getDate(), until.getHours()]).toEqual([
    28, 0, 1, 0,
  ]);
});
