import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import type { MoveLine, MoveRun } from "./move-state.ts";
import { forgetRun, keepLine, keepRun, keptRun } from "./run-store.ts";

const runOf = (id: string, upstream: string, startedAt: number): MoveRun => ({
  id,
  move: "acknowledge",
  upstream,
  startedAt,
});

const linesOf = (...ids: number[]): MoveLine[] =>
  ids.map((id) => ({ id, name: `PO-${id} ü`, state: { kind: "waiting" } }));

test("a run is read back with its orders in order and their states", async () => {
  const ids = Array.from({ length: 120 }, (_, place) => 500 - place);
  await keepRun(runOf("a", "embedded", 1), linesOf(...ids));
  const refused: MoveLine = { id: 499, name: "PO-499 ü", state: { kind: "refused", why: "No." } };
  await keepLine("a", 1, refused);
  const kept = await keptRun("embedded");
  expect(kept?.run.id).toBe("a");
  expect(kept?.lines.map(({ id }) => id)).toEqual(ids);
  expect(kept?.lines[1]).toEqual(refused);
});

test("each upstream has its own run, the latest one counts, and a deleted run leaves nothing", async () => {
  await keepRun(runOf("a", "embedded", 1), linesOf(...Array.from({ length: 120 }, (_, id) => id)));
  await keepRun(runOf("b", "https://other.example", 1), linesOf(1));
  await keepRun(runOf("c", "https://other.example", 2), linesOf(2, 3));
  expect((await keptRun("https://other.example"))?.lines.map(({ id }) => id)).toEqual([2, 3]);
  await forgetRun("c");
  expect((await keptRun("https://other.example"))?.run.id).toBe("b");
  await forgetRun("b");
  expect(await keptRun("https://other.example")).toBeUndefined();
  expect((await keptRun("embedded"))?.lines).toHaveLength(120);
});
