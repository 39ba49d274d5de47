import { afterEach, expect, test } from "vitest";
import { rmaOperations } from "#contract/rmas.ts";
import { ApiError, mayHaveHappened } from "#web/base/api-error.ts";
import { servedOperations, setServed } from "#web/base/served.ts";
import type { Answer } from "./call.ts";
import { createRecordReader } from "./record-reader.ts";

afterEach(() => servedOperations.set({}));

const failed = (status: number, outcome: "refused" | "unknown" = "refused") =>
  new ApiError(`status ${status}`, { status, outcome });
const answer: Answer<string> = { value: "the record", problems: [], total: undefined };

const createCase = (read: Answer<string> | ApiError, change: Answer<string> | ApiError) => {
  const calls: string[] = [];
  const operation = (name: string, end: Answer<string> | ApiError) => async () => {
    calls.push(name);
    if (end instanceof ApiError) throw end;
    return end;
  };
  const ask = createRecordReader({
    operation: rmaOperations.getRma,
    read: operation("read", read),
    sendEmptyUpdate: operation("change", change),
  });
  return { calls, ask: () => ask(1) };
};

test("reads if the upstream serves the read", async () => {
  const { ask, calls } = createCase(answer, failed(500));
  expect(await ask()).toBe(answer);
  expect(calls).toEqual(["read"]);
});

test("sends an empty update otherwise, and from then on only empty updates", async () => {
  const { ask, calls } = createCase(failed(404), answer);
  expect(await ask()).toBe(answer);
  expect(await ask()).toBe(answer);
  expect(calls).toEqual(["read", "change", "change"]);
});

test("sends no update where the read is served, and the record is missing", async () => {
  setServed(rmaOperations.getRma, true);
  const { ask, calls } = createCase(failed(404), answer);
  await expect(ask()).rejects.toMatchObject({ status: 404 });
  expect(calls).toEqual(["read"]);
});

test.each<[string, ApiError, ApiError, number]>([
  ["neither is served", failed(405), failed(404), 405],
  ["the read fails", failed(503), failed(400), 503],
  ["the empty update fails", failed(404), failed(403), 403],
  ["the answer to the empty update is lost", failed(404), failed(504, "unknown"), 504],
])("%s: the error excludes any effect", async (_, read, change, status) => {
  const error = await createCase(read, change)
    .ask()
    .catch((cause: unknown) => cause);
  expect(error).toMatchObject({ status });
  expect(mayHaveHappened(error)).toBe(false);
});
