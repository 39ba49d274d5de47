import { startProgram, type StartedProgram } from "#e2e/bench/measuring/start-program.ts";
import type { Caller } from "#service/handler.ts";

const ownerOf = (caller: Caller): string =>
  caller.type === "account" ? "account" : `${caller.type}-${caller.ownerId}`;

const tokenOf = (caller: Caller): string => `token-of-a-bench-${ownerOf(caller)}`;

const listTokens = (type: "source" | "channel", ids: readonly number[]): string =>
  ids.map((ownerId) => `${ownerId}=${tokenOf({ type, ownerId })}`).join(",");

/** Starts the service on a data folder, without a rate limit. */
export const startService = (dataDir: string): Promise<StartedProgram> =>
  startProgram(["service"], {
    DATA_DIR: dataDir,
    SERVICE_RATE_LIMIT: "0",
    SERVICE_TOKEN: tokenOf({ type: "account" }),
    SERVICE_SOURCE_TOKENS: listTokens("source", [1, 39]),
    SERVICE_CHANNEL_TOKENS: listTokens("channel", [1]),
  });

export interface TimedAnswer {
  /** Milliseconds until the whole response has arrived. */
  readonly ms: number;
  /** X-Total-Count. */
  readonly total: number;
  readonly kilobytes: number;
  /** The number of records in it. */
  readonly records: number;
}

/** One request to the service. */
export const timeCall = async (
  { url }: StartedProgram,
  path: string,
  caller: Caller = { type: "account" },
): Promise<TimedAnswer> => {
  const began = performance.now();
  const response = await fetch(url + path, { headers: { "x-api-token": tokenOf(caller) } });
  const text = await response.text();
  const ms = performance.now() - began;
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  const body = JSON.parse(text) as unknown;
  return {
    ms,
    total: Number(response.headers.get("x-total-count") ?? 0),
    kilobytes: Math.round(text.length / 1_000),
    records: Array.isArray(body) ? body.length : 0,
  };
};
