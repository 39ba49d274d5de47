import { expect, test } from "vitest";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { countLogs, lastDays, sumDays } from "./count-days.ts";

const now = new Date(2026, 2, 3, 9, 30);

const log = (month: number, day: number, more: Partial<WebhookEventLog>): WebhookEventLog => ({
  id: 1,
  createdAt: new Date(2026, month - 1, day, 23, 59).toISOString(),
  eventType: "OrderImportedEvent",
  ...more,
});

test("14 days are counted, with those without events, across the end of a month", () => {
  const days = lastDays([{ day: "2026-02-28", delivered: 2, failed: 1, waiting: 0 }], now);
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
  expect(countLogs([log(3, 2, more)])).toMatchObject(expected);
});

test("entries are counted on the person's day", () => {
  const logs = [
    log(3, 2, { status: "published" }),
    log(3, 2, { status: "published" }),
    log(3, 3, {}),
  ];
  expect(countLogs(logs)).toEqual([
    { day: "2026-03-02", delivered: 2, failed: 0, waiting: 0 },
    { day: "2026-03-03", delivered: 0, failed: 0, waiting: 1 },
  ]);
});
