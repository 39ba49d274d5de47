import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { storeAnswer } from "./query-client.ts";

interface Named {
  name: string;
  updatedAt?: string | null;
}

const queryKey = ["kind", "detail", 1];
const answer = (name: string, updatedAt?: string | null): Answer<Named> => ({
  value: { name, ...(updatedAt !== undefined && { updatedAt }) },
  problems: [],
  total: undefined,
});
const shown = () => queryClient.getQueryData<Answer<Named>>(queryKey)?.value.name;

beforeEach(() => queryClient.clear());
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("fault 45: the newest version of a record stays", () => {
  test.each([undefined, "known"])(
    "a read that began before a save and ends after it, with %s in the cache",
    async (known) => {
      if (known) queryClient.setQueryData(queryKey, answer(known), { updatedAt: 1 });
      let end: (answer: Answer<Named>) => void = () => {};
      let signal: AbortSignal | undefined;
      const reading = queryClient.fetchQuery({
        queryKey,
        queryFn: (context) => {
          ({ signal } = context);
          return new Promise<Answer<Named>>((resolve) => {
            end = resolve;
          });
        },
      });
      storeAnswer(queryKey, answer("saved"));
      end(answer("before the save"));
      expect((await reading).value.name).toBe("saved");
      expect([shown(), signal?.aborted]).toEqual(["saved", true]);
    },
  );

  test.each<[string | null | undefined, string | null | undefined, string]>([
    ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "second"],
    ["2026-01-01T00:00:00.001Z", "2026-01-01T00:00:00.000Z", "first"],
    ["2026-01-01T01:00:00.000+01:00", "2026-01-01T00:00:00.000Z", "second"],
    ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z", "second"],
    ["2026-01-01T00:00:00.000Z", null, "second"],
    [undefined, "2026-01-01T00:00:00.000Z", "second"],
    ["not a time", "2026-01-01T00:00:00.000Z", "second"],
    // Without a zone, before an hour that the clocks of New York skip, and after it.
    ["2026-03-08T03:10:00", "2026-03-08T02:30:00", "first"],
    ["2026-03-08T02:30:00", "2026-03-08T03:10:00", "second"],
  ])("answers of %s and then of %s", (first, second, expected) => {
    vi.stubEnv("TZ", "America/New_York");
    storeAnswer(queryKey, answer("first", first));
    storeAnswer(queryKey, answer("second", second));
    expect(shown()).toBe(expected);
  });

  test("purchase orders have another name for their time", () => {
    const version = (name: string, lastModifiedAt: string) =>
      storeAnswer(queryKey, { value: { name, lastModifiedAt }, problems: [], total: undefined });
    version("first", "2026-01-01T00:00:01.000Z");
    version("second", "2026-01-01T00:00:00.000Z");
    expect(shown()).toBe("first");
  });

  test("lists don't change: null", () => {
    storeAnswer<null>(queryKey, { value: null, problems: [], total: undefined });
    storeAnswer(queryKey, answer("second", "2026-01-01T00:00:00.000Z"));
    expect(shown()).toBe("second");
  });
});
