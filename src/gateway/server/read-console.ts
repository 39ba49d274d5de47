import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** A built file in memory, with its compressed forms if the build made any. */
export interface ConsoleFile {
  /** The value of Content-Type. */
  readonly type: string;
  /** The value of ETag; weak, because it is the same for all forms. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** The built files by their address, such as `/assets/index-1a2b.js`. */
export type Console = ReadonlyMap<string, ConsoleFile>;

export const pageAddress = "/index.html";

/** The types of all files that the build makes. */
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** Source maps stay on this machine, and hidden files are none of the build's. */
const isServed = (address: string): boolean =>
  types[extname(address)] !== undefined && !address.includes("/.");

const hashOf = (content: Buffer): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 27);

const readIfThere = (file: string): Buffer | undefined =>
  existsSync(file) ? readFileSync(file) : undefined;

const readOne = (file: string): ConsoleFile => {
  const plain = readFileSync(file);
  const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
  return {
    type: types[extname(file)]!,
    etag: `W/"${hashOf(plain)}"`,
    plain,
    ...(br && { br }),
    ...(gzip && { gzip }),
  };
};

/**
 * Reads the built console into memory (5 MB), or nothing where there is no build. A build while the program runs
 * (`npm test`, for example) deletes the old files, and a person who has the console open would get a blank page.
 */
export const readConsole = (folder: string | undefined): Console | undefined => {
  if (folder === undefined || !existsSync(join(folder, pageAddress))) return undefined;
  const files = new Map<string, ConsoleFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, file).replaceAll(sep, "/")}`;
    if (entry.isFile() && isServed(address)) files.set(address, readOne(file));
  }
  return files;
};
