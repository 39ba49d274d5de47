import { expect, it } from "vitest";
import { createUnsentChanges } from "./unsent-changes.ts";

const setUp = () => {
  const looks: (readonly string[])[] = [];
  const recorded = new Set<string>();
  const failures: unknown[] = [];
  let onLook = async (): Promise<void> => undefined;
  const changes = createUnsentChanges({
    refuse: async (requestIds) => {
      looks.push(requestIds);
      await onLook();
      return requestIds.filter((id) => recorded.has(id));
    },
    onFailure: (error) => failures.push(error),
    isStopping: () => false,
  });
  return {
    ...changes,
    looks,
    recorded,
    failures,
    whenLooking: (next: () => Promise<void>) => (onLook = next),
  };
};

it("a request is looked for until the database has answered", async () => {
  const { add, look, looks, recorded, failures, whenLooking } = setUp();
  recorded.add("a");
  whenLooking(async () => {
    if (looks.length === 1) throw new Error("no database");
  });
  await add("a");
  await look();
  expect([looks, failures.length]).toEqual([[["a"], ["a"]], 1]);
});

it("fault 40: a request that the database records later is found by a later look", async () => {
  const { add, look, looks, recorded } = setUp();
  await add("a");
  recorded.add("a");
  await look();
  await look();
  expect(looks).toEqual([["a"], ["a"]]);
});

it("a request that was never recorded is forgotten after six looks", async () => {
  const { add, look, looks } = setUp();
  await add("a");
  for (let each = 0; each < 10; each += 1) await look();
  expect(looks).toHaveLength(6);
});

it("requests that are added during a look are looked for at once, together", async () => {
  const { add, looks, recorded, whenLooking } = setUp();
  let others: Promise<unknown> | undefined;
  recorded.add("a").add("b").add("c");
  whenLooking(async () => {
    await Promise.resolve();
    others ??= Promise.all([add("b"), add("c")]);
  });
  await add("a");
  await others;
  expect(looks).toEqual([["a"], ["b", "c"]]);
});
