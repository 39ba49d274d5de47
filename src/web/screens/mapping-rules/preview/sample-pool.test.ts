import { describe, expect, test } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { createSamplePool } from "./sample-sources.ts";
import type { SampleRecord } from "./preview-session.ts";

type SampleSource = Parameters<typeof createSamplePool>[0];
type SamplePart = Awaited<ReturnType<SampleSource["read"]>>;

const sample = (at: number): SampleRecord => ({
  key: `product ${at}`,
  name: `P${at}`,
  detail: "",
  terms: `p${at}`,
  record: { objects: {} },
});
const samplesFrom = (from: number, count = 50): SampleRecord[] =>
  Array.from({ length: count }, (_, at) => sample(from + at));

/** A source of `total` samples that gives 50 at a time when the test says so. */
const testSource = (total: number) => {
  const asked: number[] = [];
  const waiting: { give: (part: SamplePart) => void; fail: (error: unknown) => void }[] = [];
  const source: SampleSource = {
    read: (from) => {
      asked.push(from);
      return new Promise((give, fail) => waiting.push({ give, fail }));
    },
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async () => {
    await settle();
    const from = asked.at(-1) ?? 0;
    const count = Math.min(50, total - from);
    const next = from + count < total ? from + count : undefined;
    waiting.shift()?.give({ samples: samplesFrom(from, count), total, next });
    await settle();
  };
  const fail = async (error: unknown) => {
    await settle();
    waiting.shift()?.fail(error);
    await settle();
  };
  return { source, asked, answer, fail, settle };
};

describe("reading samples part by part", () => {
  test("nothing is requested before it starts; then part after part until there are no more", async () => {
    const { source, asked, answer } = testSource(120);
    const pool = createSamplePool(source);
    expect([asked, pool.get().phase]).toEqual([[], "idle"]);
    pool.start();
    const seen: number[] = [];
    for (let at = 0; at < 3; at++) {
      await answer();
      seen.push(pool.get().samples.length);
    }
    expect(seen).toEqual([50, 100, 120]);
    expect(asked).toEqual([0, 50, 100]);
    expect(pool.get()).toMatchObject({ phase: "complete", total: 120 });
  });

  test("no more than wanted are read, and more when more are wanted", async () => {
    const { source, asked, answer } = testSource(400);
    const pool = createSamplePool(source, 100);
    pool.start();
    await answer();
    await answer();
    expect([pool.get().phase, pool.get().samples.length]).toEqual(["complete", 100]);
    pool.want(150);
    await answer();
    expect([asked, pool.get().samples.length]).toEqual([[0, 50, 100], 150]);
    pool.want(50);
    expect(pool.get().samples).toHaveLength(50);
    pool.want(150);
    expect([asked.length, pool.get().samples.length]).toEqual([3, 150]);
  });

  test("a pause keeps the samples read; continuing requests the missing part", async () => {
    const { source, asked, answer, settle } = testSource(150);
    const pool = createSamplePool(source);
    pool.start();
    await answer();
    pool.pause();
    await settle();
    expect([pool.get().phase, pool.get().samples.length]).toEqual(["paused", 50]);
    // The part requested before the pause comes too late to count.
    await answer();
    expect(pool.get().samples).toHaveLength(50);
    pool.start();
    await answer();
    expect([asked.at(-1), pool.get().samples.length]).toEqual([100, 100]);
    expect(asked.filter((from) => from === 50)).toHaveLength(2);
  });

  test("an error is reported and keeps the samples read; another start continues from there", async () => {
    const { source, answer, fail } = testSource(100);
    const pool = createSamplePool(source);
    pool.start();
    await answer();
    const error = new ApiError("Too many requests.", { status: 429, outcome: "refused" });
    await fail(error);
    expect(pool.get()).toMatchObject({ phase: "failed", error });
    expect(pool.get().samples).toHaveLength(50);
    pool.start();
    await answer();
    expect(pool.get().phase).toBe("complete");
    expect(pool.get()).not.toHaveProperty("error");
  });

  test("a refresh reads all samples again", async () => {
    const { source, asked, answer } = testSource(20);
    const pool = createSamplePool(source);
    pool.start();
    await answer();
    pool.refresh();
    expect(pool.get()).toMatchObject({ phase: "reading", samples: [] });
    await answer();
    expect([asked, pool.get().samples.length]).toEqual([[0, 0], 20]);
  });

  test("a record that is in two parts counts once", async () => {
    const pool = createSamplePool({
      read: (from) =>
        Promise.resolve({
          samples: from === 0 ? samplesFrom(0) : [sample(49), sample(50)],
          total: 51,
          next: from === 0 ? 50 : undefined,
        }),
    });
    pool.start();
    await expect.poll(() => pool.get().phase).toBe("complete");
    expect(pool.get().samples).toHaveLength(51);
  });

  test("the seconds left follow the pace", async () => {
    let now = 0;
    const pool = createSamplePool(
      {
        read: (from) => {
          now += 500;
          return from < 100
            ? Promise.resolve({ samples: samplesFrom(from), total: 1_000, next: from + 50 })
            : new Promise(() => undefined);
        },
      },
      1_000,
      () => now,
    );
    pool.start();
    await expect.poll(() => pool.get().samples).toHaveLength(100);
    expect(pool.get().secondsLeft).toBe(9);
  });
});
