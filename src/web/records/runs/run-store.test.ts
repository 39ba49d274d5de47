import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import type { Run, RunLine } from "./run-line.ts";
import { createRunStore } from "./run-store.ts";

const { deleteRun, storeLine, storeRun, readRun } = createRunStore<string, undefined, undefined>(
  "test",
);

const runOf = (id: string, upstream: string, startedAt: number): Run<string> => ({
  id,
  change: "acknowledge",
  upstream,
  startedAt,
});

const linesOf = (...ids: number[]): RunLine<undefined, undefined>[] =>
  ids.map((id) => ({ id, name: `PO-${id} ü`, data: undefined, state: { kind: "waiting" } }));

test("a run is read back with its orders in order and their states", async () => {
  const ids = Array.from({ length: 120 }, (_, place) => 500 - place);
  await storeRun(runOf("a", "embedded", 1), linesOf(...ids));
  const refused = {
    id: 499,
    name: "PO-499 ü",
    data: undefined,
    state: { kind: "refused", why: "No." },
  } as const;
  await storeLine("a", 1, refused);
  const kept = await readRun("embedded");
  expect(kept?.run.id).toBe("a");
  expect(kept?.lines.map(({ id }) => id)).toEqual(ids);
  expect(kept?.lines[1]).toEqual(refused);
});

test("each upstream has its own run, the latest one counts, and a deleted run leaves nothing", async () => {
  await storeRun(runOf("a", "embedded", 1), linesOf(...Array.from({ length: 120 }, (_, id) => id)));
  await storeRun(runOf("b", "https://other.example", 1), linesOf(1));
  await storeRun(runOf("c", "https://other.example", 2), linesOf(2, 3));
  expect((await readRun("https://other.example"))?.lines.map(({ id }) => id)).toEqual([2, 3]);
  await deleteRun("c");
  expect((await readRun("https://other.example"))?.run.id).toBe("b");
  await deleteRun("b");
  expect(await readRun("https://other.example")).toBeUndefined();
  expect((await readRun("embedded"))?.lines).toHaveLength(120);
});

test("what a request carried is read back after a crash", async () => {
  const store = createRunStore<string, { units: number }, { note: string }[]>("crash");
  const line = { id: 1, name: "RMA-1", data: { units: 3 } };
  const sending = { ...line, state: { kind: "sending", sent: [{ note: "Seen" }] } } as const;
  await store.storeRun(runOf("a", "embedded", 1), [{ ...line, state: { kind: "waiting" } }]);
  await store.storeLine("a", 0, {
    ...sending,
    state: { kind: "sending", sent: [{ note: "Seen" }] },
  });
  expect((await store.readRun("embedded"))?.lines).toEqual([sending]);
});
