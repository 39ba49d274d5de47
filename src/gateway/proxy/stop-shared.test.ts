import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openTestStorage, readProblem, type TestStorage } from "#gateway/testing/receive.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, type TestGateway } from "#gateway/testing/start-gateway.ts";

let storage: TestStorage;
const keep = keepOpen();
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

/** An upstream without versions that holds the responses to changes. */
const startHolding = async () => {
  const held: (() => void)[] = [];
  const rma = (note: string) => ({ id: 5, items: [{ id: 1, note }], rmaShipments: [] });
  const upstream = keep(
    await startUpstream(({ method }, response) => {
      if (method === "GET") return answer(response, 200, rma("old"));
      held.push(() => answer(response, 200, rma("new")));
    }),
  );
  const releaseAll = () => {
    for (const release of held) release();
  };
  return { upstream, held, releaseAll };
};

it("fault 61: a gateway that stops refuses a change that waits for another gateway's, and frees its key", async () => {
  const { upstream, held, releaseAll } = await startHolding();
  const start = async () =>
    keep(await storage.gateway(upstream.baseUrl, { database: { isShared: true } }));
  const [one, stopped] = [await start(), await start()];
  // The tables are there then.
  expect((await one.call("/api/audit")).status).toBe(200);
  const tag = (await one.call("/api/rma/5")).headers.get("etag") ?? "";
  const headers = { "if-match": tag, "idempotency-key": "the-second" };
  const save = async ({ call }: TestGateway, more: Record<string, string>) =>
    call("/api/rmas/5/items", patch([{ id: 1, note: "new" }], more));
  // The version of a read is stored after its response.
  await eventually(async () => {
    const seen = await storage.database.sql`select from gateway.record_versions`;
    return seen.length === 1;
  });
  const first = save(one, { "if-match": tag });
  await eventually(() => held.length === 1);
  const second = save(stopped, headers);
  await eventually(async () => {
    const pending = await storage.database.sql`select from gateway.changes where state = 'pending'`;
    return pending.length === 2;
  });
  await stopped.close();
  const refused = await second;
  expect([refused.status, refused.headers.get("retry-after"), await readProblem(refused)]).toEqual([
    503,
    "1",
    expect.objectContaining({ type: "urn:supercargo:problem:stopping", outcome: "refused" }),
  ]);
  releaseAll();
  expect((await first).status).toBe(200);
  // A repeated request would get the same problem.
  const again = await save(one, headers);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([412, null]);
  expect(held).toHaveLength(1);
});
