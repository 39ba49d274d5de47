import { existsSync, linkSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { isRunning } from "#database/is-running.ts";

const copies = resolve(import.meta.dirname, "../.cache/served");

export interface ConsoleCopy {
  /** Undefined when there is no build: then the gateway serves only the API. */
  readonly assets: string | undefined;
  readonly remove: () => Promise<void>;
}

/** Removes the copies of processes that were killed. */
async function removeOrphans(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const orphans = names.filter((name) => !isRunning(Number(name)));
  await Promise.all(
    orphans.map((name) => rm(resolve(folder, name), { recursive: true, force: true })),
  );
}

/** Links every file of a folder into another one: copying some 600 files took half of the program's start. */
async function linkFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const findTarget = (folder: string): string => join(to, relative(from, folder));
  for (const folder of new Set([from, ...files.map(({ parentPath }) => parentPath)]))
    await mkdir(findTarget(folder), { recursive: true });
  for (const { parentPath, name } of files)
    linkSync(join(parentPath, name), join(findTarget(parentPath), name));
}

/**
 * The built console for this process only: a build while the program runs (`npm test`, for example) deletes the old
 * files, and a person who has the console open would get a blank page. A build writes new files and never into old
 * ones, so links keep their content.
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
    await linkFiles(built, assets);
  } catch {
    // Another user's checkout, or a file system without links: the build itself is served.
    return { assets: built, remove: async () => {} };
  }
  return { assets, remove: () => rm(assets, { recursive: true, force: true }) };
}
