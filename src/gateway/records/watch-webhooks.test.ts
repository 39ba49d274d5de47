import { expect, test } from "vitest";
import { readFailing } from "./watch-webhooks.ts";

const webhook = { id: 3, configurationName: "Stock", sourceId: 11, status: "active" };

/** Deliveries, the newest first: p(ublished), e(xternal) and i(nternal failure), w(aiting), r(etried). */
const deliveries = (letters: string) =>
  [...letters].map((letter, index) => ({
    id: 100 - index,
    createdAt: `2026-11-${String(20 - index).padStart(2, "0")}T12:00:00Z`,
    statusMessage: `Message ${letter}`,
    retryCount: letter === "r" ? 2 : 0,
    status:
      { p: "published", e: "external_failure", i: "internal_failure" }[letter] ?? "processing",
  }));

test.each<[letters: string, failed: number | undefined, since: string | undefined]>([
  ["", undefined, undefined],
  ["p", undefined, undefined],
  ["pee", undefined, undefined],
  ["w", undefined, undefined],
  ["wp", undefined, undefined],
  ["e", 1, "2026-11-20"],
  ["wep", 1, "2026-11-19"],
  ["rip", 2, "2026-11-19"],
  ["eeipe", 3, "2026-11-18"],
])("of the deliveries %s, %j have failed since the last success", (letters, failed, since) => {
  const read = readFailing(webhook, deliveries(letters));
  expect(read?.units).toBe(failed);
  expect(read?.since?.slice(0, 10)).toBe(since);
  expect([read?.kind, read?.source, read?.name]).toEqual(
    failed === undefined ? [undefined, undefined, undefined] : ["webhook", "11", "Stock"],
  );
});

test("deliveries may be anything", () => {
  for (const odd of [null, {}, "none", [null, 5, { status: 7 }]])
    expect(readFailing(webhook, odd)).toBeUndefined();
  expect(readFailing(null, [{ status: "external_failure" }])).toMatchObject({
    since: null,
    source: null,
    name: "",
    detail: "",
  });
});
