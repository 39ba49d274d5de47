import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { isRunning } from "#database/is-running.ts";

const copies = resolve(import.meta.dirname, "../.cache/served");

export interface ConsoleCopy {
  /** Undefined when nothing is built: then the gateway serves the API alone. */
  readonly assets: string | undefined;
  readonly remove: () => Promise<void>;
}

/** What processes that were killed have left behind. */
async function removeOrphans(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const orphans = names.filter((name) => !isRunning(Number(name)));
  await Promise.all(
    orphans.map((name) => rm(resolve(folder, name), { recursive: true, force: true })),
  );
}

/**
 * A copy of the built console for this process alone: a build beside a running program (`npm test`, say) takes the old
 * files away, and whoever had the console open would meet a blank page. A few milliseconds for two megabytes.
 */
export async function copyConsole(
  built: string | undefined,
  folder: string = copies,
): Promise<ConsoleCopy> {
  if (built === undefined || !existsSync(resolve(built, "index.html")))
    return { assets: undefined, remove: async () => {} };
  const assets = resolve(folder, String(process.pid));
  try {
    await mkdir(folder, { recursive: true });
    await removeOrphans(folder);
    await rm(assets, { recursive: true, force: true });
    await cp(built, assets, { recursive: true });
  } catch {
    // A checkout that somebody else owns, or a full disk: what was built serves as well.
    return { assets: built, remove: async () => {} };
  }
  return { assets, remove: () => rm(assets, { recursive: true, force: true }) };
}
