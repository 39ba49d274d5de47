import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#database/open.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway, type TestGateway } from "#gateway/testing/start-gateway.ts";

const calls = 300;

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;

const round = (ms: number): number => Math.round(ms * 100) / 100;

const timeChange = async (gateway: TestGateway): Promise<number> => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const began = performance.now();
  const response = await gateway.call("/api/returns/5", patch({ returnStatus: "open" }, headers));
  await response.arrayBuffer();
  return performance.now() - began;
};

/**
 * The time that recording adds to a changing call: alternately through a gateway with a database and one without, in
 * front of an upstream that responds at once.
 */
export const bench = async (): Promise<object[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), "supercargo-audit-"));
  const upstream = await startUpstream((_request, response) => answer(response, 200, { id: 5 }));
  const { baseUrl } = upstream;
  const plain = await startGateway({ upstream: { baseUrl } });
  const recording = await startGateway({
    upstream: { baseUrl },
    database: { open: async () => openDatabase({ dataDir, max: 4 }) },
  });
  const times: Record<"without" | "with", number[]> = { without: [], with: [] };
  for (let call = -10; call < calls; call += 1) {
    const [without, recorded] = [await timeChange(plain), await timeChange(recording)];
    // The first ones open connections and the database.
    if (call < 0) continue;
    times.without.push(without);
    times.with.push(recorded);
  }
  await recording.close();
  await plain.close();
  await upstream.close();
  await rm(dataDir, { recursive: true });
  return [0.5, 0.95].map((part) => {
    const [without, recorded] = [percentile(times.without, part), percentile(times.with, part)];
    const figures = { withoutMs: round(without), withMs: round(recorded) };
    return {
      bench: "audit",
      calls,
      percentile: part,
      ...figures,
      addedMs: round(recorded - without),
      ratio: round(recorded / without),
    };
  });
};
