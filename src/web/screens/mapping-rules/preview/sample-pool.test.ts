import { describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { createSamplePool } from "./sample-sources.ts";
import type { SampleRecord } from "./preview-session.ts";

type SampleSource = Parameters<typeof createSamplePool>[0];
type SamplePage = Awaited<ReturnType<SampleSource["readPage"]>>;
type StoredSamples = Awaited<ReturnType<NonNullable<SampleSource["readStored"]>>>;

const sample = (at: number): SampleRecord => ({
  key: `product ${at}`,
  name: `P${at}`,
  detail: "",
  terms: `p${at}`,
  record: { objects: {} },
});
const page = (number: number, count = 50): SampleRecord[] =>
  Array.from({ length: count }, (_, at) => sample((number - 1) * 50 + at));

/** A source of `total` samples whose pages arrive when the test says so. */
const testSource = (total: number, kept?: StoredSamples) => {
  const asked: number[] = [];
  const waiting: { give: (page: SamplePage) => void; fail: (error: unknown) => void }[] = [];
  const forgetKept = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const source: SampleSource = {
    readPage: (number) => {
      asked.push(number);
      return new Promise((give, fail) => waiting.push({ give, fail }));
    },
    readStored: () => Promise.resolve(kept),
    forgetKept,
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async () => {
    await settle();
    const number = asked.at(-1) ?? 1;
    const left = Math.max(0, Math.min(50, total - (number - 1) * 50));
    waiting.shift()?.give({ samples: page(number, left), total });
    await settle();
  };
  const fail = async (error: unknown) => {
    await settle();
    waiting.shift()?.fail(error);
    await settle();
  };
  return { source, asked, answer, fail, settle, forgetKept };
};

describe("reading samples page by page", () => {
  test("nothing is requested before it starts; then page after page until there are no more", async () => {
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
    expect(asked).toEqual([1, 2, 3]);
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
    expect([asked, pool.get().samples.length]).toEqual([[1, 2, 3], 150]);
    pool.want(50);
    expect(pool.get().samples).toHaveLength(50);
    pool.want(150);
    expect([asked.length, pool.get().samples.length]).toEqual([3, 150]);
  });

  test("a pause keeps the samples read; continuing requests the missing page", async () => {
    const { source, asked, answer, settle } = testSource(150);
    const pool = createSamplePool(source);
    pool.start();
    await answer();
    pool.pause();
    await settle();
    expect([pool.get().phase, pool.get().samples.length]).toEqual(["paused", 50]);
    // The page requested before the pause comes too late to count.
    await answer();
    expect(pool.get().samples).toHaveLength(50);
    pool.start();
    await answer();
    expect([asked.at(-1), pool.get().samples.length]).toEqual([3, 100]);
    expect(asked.filter((number) => number === 2)).toHaveLength(2);
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

  test("stored samples come first, and only the rest is requested", async () => {
    const kept = { pages: [page(1), page(2)], total: 120, readAt: 5 };
    const { source, asked, answer } = testSource(120, kept);
    const pool = createSamplePool(source);
    pool.start();
    await answer();
    expect(asked).toEqual([3]);
    expect(pool.get()).toMatchObject({ phase: "complete", readAt: 5, total: 120 });
    expect(pool.get().samples).toHaveLength(120);
  });

  test("if all are stored, no request is sent", async () => {
    const kept = { pages: [page(1, 20)], total: 20, readAt: 5 };
    const { source, asked, settle } = testSource(20, kept);
    const pool = createSamplePool(source);
    pool.start();
    await settle();
    expect([asked, pool.get().phase]).toEqual([[], "complete"]);
  });

  test("a refresh renews the stored samples and reads them again; deleting them requests nothing", async () => {
    const kept = { pages: [page(1, 20)], total: 20, readAt: 5 };
    const { source, asked, settle, forgetKept } = testSource(20, kept);
    const updateStored = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const pool = createSamplePool({ ...source, updateStored });
    pool.start();
    await settle();
    expect(updateStored).not.toHaveBeenCalled();
    pool.refresh();
    await settle();
    expect([updateStored.mock.calls.length, pool.get().samples.length]).toEqual([1, 20]);
    pool.forget();
    await settle();
    expect(forgetKept).toHaveBeenCalledOnce();
    expect([asked, pool.get().phase, pool.get().samples]).toEqual([[], "idle", []]);
  });

  test("a pause ends the source's requests, leaving does not", async () => {
    const { source, settle } = testSource(150);
    const pause = vi.fn<() => void>();
    const pool = createSamplePool({ ...source, pause });
    pool.start();
    await settle();
    pool.leave();
    expect([pause.mock.calls.length, pool.get().phase]).toEqual([0, "paused"]);
    pool.start();
    await settle();
    pool.pause();
    expect([pause.mock.calls.length, pool.get().phase]).toEqual([1, "paused"]);
  });

  test("a record that is on two pages counts once", async () => {
    const pages = [page(1), [sample(49), sample(50)]];
    const pool = createSamplePool({
      readPage: (number) => Promise.resolve({ samples: pages[number - 1] ?? [], total: 51 }),
    });
    pool.start();
    await expect.poll(() => pool.get().phase).toBe("complete");
    expect(pool.get().samples).toHaveLength(51);
  });

  test("the seconds left follow the pace", async () => {
    let now = 0;
    const pool = createSamplePool(
      {
        readPage: (number) => {
          now += 500;
          return number < 3
            ? Promise.resolve({ samples: page(number), total: 1_000 })
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
