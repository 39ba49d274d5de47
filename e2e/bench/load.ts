import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requestRate } from "#contract/limits.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";
import { type Day, type Kind, kinds, replayDay, type Send } from "./load/people.ts";
import { startPlainProxy } from "./load/plain-proxy.ts";
import { percentile } from "./measuring/percentile.ts";
import { startProgram } from "./measuring/start-program.ts";

/** Six requests for a case: people take 1.6 of the two requests a second, and copying may take half of them. */
const day: Day = {
  people: 20,
  seconds: Number(process.env["BENCH_SECONDS"] ?? 120),
  secondsPerCase: 75,
};

const secret = "secret-of-a-bench-proxy";

type Waits = Record<Kind, number[]>;

const timed = (waits: Waits, url: string, headersOf: (person: string) => object): Send => {
  return async (kind, person, path, body) => {
    const { priority, changes } = kinds[kind];
    const began = performance.now();
    const response = await fetch(url + path, {
      method: changes ? "PATCH" : "GET",
      headers: {
        priority,
        ...(changes ? { "content-type": "application/json" } : {}),
        ...headersOf(person),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${kind} ${path}: ${response.status}`);
    waits[kind].push((performance.now() - began) / 1_000);
  };
};

const seconds = (value: number): number => Math.round(value * 100) / 100;

const describe = (values: readonly number[]) => ({
  calls: values.length,
  p50: seconds(percentile(values, 0.5)),
  p95: seconds(percentile(values, 0.95)),
  longest: seconds(Math.max(0, ...values)),
});

const noWaits = (): Waits => ({ click: [], screen: [], background: [], write: [] });

const report = (through: string, waits: Waits, began: number, answers429: number): object => ({
  bench: "load",
  through,
  ...day,
  took: Math.round((performance.now() - began) / 1_000),
  ...Object.fromEntries(Object.entries(waits).map(([kind, values]) => [kind, describe(values)])),
  answers429,
});

const pageSize = 50;

/** Lists never end, so copying has work all day. How many of its pages were read is counted. */
const strictUpstream = async () => {
  let copied = 0;
  const respond = (path: string): unknown => {
    const { searchParams } = new URL(path, "http://upstream");
    const page = searchParams.get("filterPageNumber") ?? searchParams.get("pageNumber");
    const isCopied = searchParams.has("filterUpdatedAfter") || searchParams.has("updatedAfter");
    if (!isCopied || page === null) return [];
    copied += 1;
    const updatedAt = new Date().toISOString();
    return Array.from({ length: pageSize }, (_, index) => {
      const id = Number(page) * pageSize + index;
      return { id, updatedAt, lastModifiedAt: updatedAt, name: `Product ${id}`, variants: [] };
    });
  };
  const { limit, windowMs } = requestRate;
  const upstream = await startStrictUpstream({ limit, windowMs, jitterMs: 80, respond });
  return { ...upstream, copied: () => copied };
};

const throughGateway = async (share: string): Promise<object> => {
  const dataDir = mkdtempSync(join(tmpdir(), "supercargo-load-"));
  const upstream = await strictUpstream();
  const gateway = await startProgram([], {
    DATA_DIR: dataDir,
    API_BASE_URL: upstream.baseUrl,
    API_TOKEN: "token-of-a-bench",
    COPY_SHARE: share,
    IDENTITY_HEADER: "x-forwarded-user",
    IDENTITY_PEERS: "127.0.0.1",
    IDENTITY_SECRET: secret,
    IDENTITY_ROLES: "*=agent",
  });
  try {
    const waits = noWaits();
    const headersOf = (person: string) => ({
      "x-requested-by": "bench",
      "x-identity-secret": secret,
      "x-forwarded-user": person,
    });
    // Somebody looks at a channel, so its products are copied, too.
    await fetch(`${gateway.url}/api/catalog/1`, { headers: headersOf("person-0") });
    const began = performance.now();
    const send = timed(waits, `${gateway.url}/api`, headersOf);
    const memory: number[] = [];
    const sampling = setInterval(() => memory.push(gateway.residentMegabytes()), 5_000);
    await replayDay(day, send);
    clearInterval(sampling);
    const half = Math.floor(memory.length / 2);
    return {
      ...report(`gateway, COPY_SHARE=${share}`, waits, began, upstream.refusals()),
      copiedPages: upstream.copied(),
      residentMegabytes: {
        firstHalf: Math.max(0, ...memory.slice(0, half)),
        secondHalf: Math.max(0, ...memory.slice(half)),
      },
    };
  } finally {
    await gateway.end();
    await upstream.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const throughPlainProxy = async (): Promise<object> => {
  const upstream = await strictUpstream();
  const proxy = await startPlainProxy(upstream.baseUrl);
  const waits = noWaits();
  const began = performance.now();
  await replayDay(
    day,
    timed(waits, proxy.url, () => ({})),
  );
  await proxy.close();
  await upstream.close();
  return report("plain proxy", waits, began, upstream.refusals());
};

/**
 * The working day of 20 people against one token of two requests a second: how long a click, the rest of a screen,
 * background reads and writes wait, through a gateway that copies records, one that doesn't, and a proxy without
 * priorities, at the same time.
 */
export const bench = (): Promise<object[]> =>
  Promise.all([throughGateway("0.5"), throughGateway("0"), throughPlainProxy()]);
