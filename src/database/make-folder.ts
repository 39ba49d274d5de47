import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and the missing ones above it. Node's own recursive mkdir never ends where the system answers ENOENT
 * to each new name in an existing folder, as /proc does.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    const lacksParent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!lacksParent || existsSync(parent) || parent === path) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
