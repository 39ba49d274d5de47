import { expect, test } from "vitest";
import { settings } from "#web/base/settings.ts";
import { findWrongId, toChangeFilter } from "./change-filter.ts";

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
  [
    { person: '"ada"', state: "done" },
    { personId: "ada", state: "done" },
  ],
  [{ person: "a".repeat(201), operation: "o".repeat(61) }, {}],
  [{ recordId: "0" }, {}],
  [{ until: "9999-12-31" }, {}],
  [{ after: "yesterday", until: "2026-02-31T" }, {}],
])("%j is %j", (search, filter) => {
  const given = Object.entries(toChangeFilter(search)).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(given)).toEqual(filter);
});

test.each([
  ["UTC", "2026-02-28T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
  ["Asia/Kolkata", "2026-02-27T18:30:00.000Z", "2026-02-28T18:30:00.000Z"],
])("both days are included, in the settings' time zone: %s", (timeZone, after, before) => {
  const were = settings.get();
  settings.set({ ...were, timeZone });
  expect(toChangeFilter({ after: "2026-02-28", until: "2026-02-28" })).toMatchObject({
    after,
    before,
  });
  settings.set(were);
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["5", undefined],
  ["RMA-30110", "RMA-30110"],
  ["0", "0"],
  ["12345678901234567", "12345678901234567"],
])("of the record ID %j, %j is no ID", (recordId, wrong) =>
  expect(findWrongId({ recordId })).toBe(wrong),
);
