import { expect, it } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { operations as contractOperations } from "#contract/operations.ts";
import { defaultTimeouts } from "./call-upstream.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { otherAddress } from "#gateway/testing/other-address.ts";
import { readProblem } from "#gateway/testing/receive.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

/** A read, a change, and the GET that changes records, which the gateway forwards only if it is configured to. */
const calls = [
  ["/api/rma/5", {}, ""],
  ["/api/rmas/5/items", patch([{ id: 1 }]), "Nothing was sent. "],
  ["/api/purchase-orders/processing", {}, "Nothing was sent. "],
] as const;

it("fault 58: an upstream that has not started is reported as unreachable, and works after its start", async () => {
  // At an address that few connections use, so that none takes the port meanwhile.
  const gone = await startUpstream(undefined, { host: otherAddress, port: 0 });
  await gone.close();
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: gone.baseUrl },
      operations: Object.values(contractOperations),
      random: () => 0,
    }),
  );
  const readConnection = async () =>
    (await (await gateway.call("/gateway/connection")).json()) as Connection;
  for (const [path, init, what] of calls)
    expect(await readProblem(await gateway.call(path, init))).toMatchObject({
      status: 502,
      outcome: "refused",
      type: "urn:supercargo:problem:upstream-unreachable",
      detail: `${what}Try again in a few minutes. If it continues, ask an administrator.`,
      code: "ECONNREFUSED",
    });
  expect((await gateway.call("/readyz")).status).toBe(503);
  const { silentSince, lastAnswer } = await readConnection();
  expect([Number.isNaN(Date.parse(silentSince ?? "")), lastAnswer]).toEqual([false, null]);

  const upstream = await startUpstream(
    ({ url = "" }, response) => answer(response, 200, url.endsWith("/processing") ? [] : { id: 5 }),
    { host: otherAddress, port: Number(new URL(gone.origin).port) },
  );
  keep(upstream);
  for (const [path, init] of calls) expect((await gateway.call(path, init)).status).toBe(200);
  expect(upstream.arrivals).toHaveLength(calls.length);
  expect(await readConnection()).toMatchObject({ silentSince: null, lastAnswer: { status: 200 } });
});

it("fault 30: an upstream has 30 s to answer a read, two minutes for a change, and ten for orders that are received", () => {
  expect(defaultTimeouts).toEqual({
    connectMs: 10_000,
    readMs: 30_000,
    bodyMs: 30_000,
    changeMs: 120_000,
    receiveMs: 600_000,
  });
});
