import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyAudit } from "#gateway/changes/audit-command.ts";
import { firstAfter, type Load, startLoad, untilAcknowledged } from "./failover/create-sets.ts";
import { type ServerPair, startServerPair } from "./failover/server-pair.ts";
import { startConsole, token } from "./failover/start-console.ts";
import { openScreen, type Screen, setName } from "./failover/watch-screen.ts";

/*
 * A primary PostgreSQL and a synchronous standby, and a console with its service on both. Programs create mapping sets
 * through the service and through the gateway all the time, and a browser shows what a person sees. The primary is
 * killed with all its processes, and after three seconds, the time in which a cluster manager would notice, the standby
 * is promoted.
 */

const loadMs = 5_000;
const noticeMs = 3_000;

const readStored = async ({ standby }: ServerPair): Promise<ReadonlyMap<string, number>> => {
  const rows = await standby<
    { name: string; count: number }[]
  >`select record ->> 'name' as name, count(*)::int as count from service.mapping_sets group by 1`;
  return new Map(rows.map(({ name, count }) => [name, count]));
};

const summarize = (
  { acknowledged, refused, others }: Load,
  stored: ReadonlyMap<string, number>,
): object => ({
  acknowledged: acknowledged.length,
  lost: acknowledged.filter(({ name }) => !stored.has(name)).length,
  storedTwice: acknowledged.filter(({ name }) => (stored.get(name) ?? 0) > 1).length,
  refusedButStored: refused.filter((name) => stored.has(name)).length,
  otherResponses: others,
});

const failOver = async (pair: ServerPair, urls: readonly string[], screen: Screen) => {
  const [service = "", gateway = ""] = urls;
  const direct = startLoad(`${service}/mapping-set`, { "x-api-token": token }, 6, "service");
  const headers = { "x-requested-by": "bench" };
  const through = startLoad(`${gateway}/api/mapping-set`, headers, 2, "gateway");
  const loads = [direct.load, through.load];
  await sleep(loadMs);
  pair.cutPower();
  const killedAt = performance.now();
  const during = screen.use();
  await sleep(noticeMs);
  const promotion = performance.now();
  await pair.promote();
  const promotedAt = performance.now();
  await untilAcknowledged(loads, promotedAt);
  const shown = { during: await during, after: await screen.finish() };
  await sleep(loadMs);
  await Promise.all([direct.stop(), through.stop()]);
  return { loads, shown, killedAt, promotion, promotedAt };
};

export const bench = async (): Promise<object[]> => {
  const folder = mkdtempSync(join(tmpdir(), "supercargo-failover-"));
  // The servers of root run as another user.
  chmodSync(folder, 0o755);
  const pair = await startServerPair(folder);
  let program: ChildProcess | undefined;
  let screen: Screen | undefined;
  try {
    const { child, urls } = await startConsole(pair.url, join(folder, "data"));
    program = child;
    screen = await openScreen(urls[1] ?? "");
    const { loads, shown, killedAt, promotion, promotedAt } = await failOver(pair, urls, screen);
    const stored = await readStored(pair);
    const audit = await verifyAudit(pair.standby, { auditDays: 400 });
    const about = { bench: "failover", promotionMs: Math.round(promotedAt - promotion) };
    const figures = loads.map((load, place) => ({
      ...about,
      program: ["service", "gateway"][place],
      ...summarize(load, stored),
      writesAgainMsAfterPromotion: firstAfter(load, promotedAt),
      interruptionMs: (firstAfter(load, promotedAt) ?? 0) + Math.round(promotedAt - killedAt),
    }));
    return [
      ...figures,
      { bench: "failover", audit: audit.kind },
      { bench: "failover", screen: shown, storedFromScreen: stored.get(setName) ?? 0 },
    ];
  } finally {
    await screen?.close();
    program?.kill("SIGTERM");
    if (program !== undefined) await once(program, "exit");
    await pair.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
