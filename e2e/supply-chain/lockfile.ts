import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** One package of `package-lock.json` at one place in `node_modules`. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
}

/** The locked packages by their place; the project itself is at "". */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

export const readLockfile = (): LockedPackages =>
  (
    JSON.parse(readFileSync(resolve(root, "package-lock.json"), "utf8")) as {
      packages: LockedPackages;
    }
  ).packages;

/** A package's name from a path in `node_modules`: the part after the last one. */
export const nameAt = (path: string): string | undefined =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

/** The packages that an installation without development packages contains, on all platforms. */
export const listProductionPackages = (packages: LockedPackages): [string, LockedPackage][] =>
  Object.entries(packages).filter(([place, { dev }]) => place !== "" && dev !== true);
