import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { invalidate, queryClient } from "./query-client.ts";

const queryKey = ["orders", "list", 1];

afterEach(() => queryClient.clear());

/** Reads a list that answers when the test says so; `known`: what is cached before. */
const startRead = async (known: string | undefined) => {
  if (known !== undefined) queryClient.setQueryData<unknown>(queryKey, known, { updatedAt: 1 });
  const reads: ((list: string) => void)[] = [];
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey,
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
  });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => reads).toHaveLength(1);
  return { reads, leave, read: () => observer.getCurrentResult() };
};

test.each([
  ["first", undefined],
  ["next", "known"],
])("a %s read in progress is repeated after a change", async (_, known) => {
  const { reads, leave, read } = await startRead(known);
  const invalidated = invalidate({ queryKey: ["orders"] });
  reads[0]?.("before");
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]?.("after");
  await invalidated;
  expect(read()).toMatchObject({ data: "after", isStale: false });
  expect(reads).toHaveLength(2);
  leave();
});

test.each([
  ["first", undefined],
  ["next", "known"],
])("a %s read in progress is stale when it ends, and isn't repeated", async (_, known) => {
  const { reads, leave, read } = await startRead(known);
  const invalidated = invalidate({
    predicate: (query) => query.queryKey[0] === "orders",
    refetchType: "none",
  });
  reads[0]?.("before");
  await invalidated;
  expect(read()).toMatchObject({ data: "before", isStale: true });
  expect(reads).toHaveLength(1);
  leave();
});

test("a failed read in progress is repeated too; other queries stay as they are", async () => {
  queryClient.setQueryData(["rmas"], "other");
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("The connection was cut"))
    .mockResolvedValueOnce("after");
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  const leave = observer.subscribe(() => undefined);
  await invalidate({ queryKey: ["orders"] });
  expect(observer.getCurrentResult().data).toBe("after");
  expect(queryClient.getQueryState(["rmas"])?.isInvalidated).toBe(false);
  leave();
});
