import { expect, test } from "vitest";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { countLogs, lastDays, sumDays } from "./day-counts.tsx";

const now = Date.UTC(2026, 2, 3, 9, 30);

const log = (month: number, day: number, more: Partial<WebhookEventLog>): WebhookEventLog => ({
  id: 1,
  createdAt: new Date(Date.UTC(2026, month - 1, day, 23, 59)).toISOString(),
  eventType: "OrderImportedEvent",
  ...more,
});

test("14 days are counted, with those without events, across the end of a month", () => {
  const days = lastDays([{ day: "2026-02-28", delivered: 2, failed: 1, waiting: 0 }], now, "UTC");
  expect(days).toHaveLength(14);
  expect(days[0]).toEqual({ day: "2026-02-18", delivered: 0, failed: 0, waiting: 0 });
  expect(days.at(-4)).toMatchObject({ day: "2026-02-28", delivered: 2, failed: 1 });
  expect(days.at(-1)?.day).toBe("2026-03-03");
  expect(sumDays(days)).toEqual({ delivered: 2, failed: 1, waiting: 0 });
});

test.each<[string, Partial<WebhookEventLog>, object[]]>([
  ["published", { status: "published" }, [{ delivered: 1, failed: 0, waiting: 0 }]],
  ["an internal failure", { status: "internal_failure" }, [{ delivered: 0, failed: 1 }]],
  ["an external failure", { status: "external_failure" }, [{ failed: 1 }]],
  ["processing", { status: "processing" }, [{ waiting: 1 }]],
  ["an unknown status", { status: "parked" }, [{ waiting: 1 }]],
  [
    "a notice of the service",
    { eventType: "WebhookDisabledEvent", status: "internal_failure" },
    [],
  ],
  ["an unreadable time", { createdAt: "soon", status: "published" }, []],
])("an entry that is %s", (_, more, expected) => {
  expect(countLogs([log(3, 2, more)], "UTC")).toMatchObject(expected);
});

test("entries are counted on the person's day", () => {
  const logs = [
    log(3, 2, { status: "published" }),
    log(3, 2, { status: "published" }),
    log(3, 3, {}),
  ];
  expect(countLogs(logs, "UTC")).toEqual([
    { day: "2026-03-02", delivered: 2, failed: 0, waiting: 0 },
    { day: "2026-03-03", delivered: 0, failed: 0, waiting: 1 },
  ]);
});

test.each([
  ["UTC", "2026-03-02", "2026-03-03"],
  ["Pacific/Auckland", "2026-03-03", "2026-03-03"],
  ["America/Los_Angeles", "2026-03-02", "2026-03-03"],
  ["Pacific/Kiritimati", "2026-03-03", "2026-03-03"],
])("the days are those of %s", (zone, day, today) => {
  const counts = countLogs([log(3, 2, { status: "published" })], zone);
  expect(counts).toEqual([{ day, delivered: 1, failed: 0, waiting: 0 }]);
  const days = lastDays(counts, now, zone);
  expect(days.at(-1)?.day).toBe(today);
  expect(sumDays(days).delivered).toBe(1);
});

test("each of the last days is there once when the clocks change", () => {
  const days = lastDays([], Date.UTC(2026, 2, 30, 22, 30), "Europe/Berlin").map(({ day }) => day);
  expect(new Set(days).size).toBe(14);
  expect(days.at(-1)).toBe("2026-03-31");
});
