import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "#database/data-folder.ts";
import type { RunEnding } from "./judge-received.ts";

/**
 * Responses on their way into the database: one file each, flushed to disk before any further step, and removed once
 * they are in the database. So neither an unavailable database nor the end of this program loses one.
 */
export interface AnswerFiles {
  write(key: string, ending: RunEnding): Promise<void>;
  remove(key: string): Promise<void>;
  /** The runs whose responses are still here. */
  keys(): Promise<string[]>;
  /** Undefined: the file does not exist, or is not one of this gateway's. */
  read(key: string): Promise<RunEnding | undefined>;
  /**
   * Removes partial files of a program that ended while it wrote: they would keep personal addresses for no purpose. Rejects
   * if one can't be removed; the others are removed even then.
   */
  removeTorn(): Promise<void>;
}

const suffix = ".answer";

const draftSuffix = `${suffix}.part`;

/** No response takes this long to write. */
const tornAfterMs = 3_600_000;

const keyPattern = /^[0-9a-f-]{36}$/;

/** What files of earlier versions lack. */
type Added = "title" | "status";

/** The orders and the kept bytes follow the head's line, unchanged. */
interface Head extends Omit<RunEnding, "orders" | "kept" | Added>, Partial<Pick<RunEnding, Added>> {
  readonly body: "orders" | "kept" | "none";
  readonly bytes: number;
}

const bodyOf = ({ orders, kept }: RunEnding): { body: Head["body"]; content: Buffer } => {
  if (orders !== null) return { body: "orders", content: Buffer.from(orders) };
  return kept === null
    ? { body: "none", content: Buffer.alloc(0) }
    : { body: "kept", content: kept };
};

const parse = (file: Buffer): RunEnding | undefined => {
  const end = file.indexOf("\n");
  try {
    const { body, bytes, ...ending } = JSON.parse(file.toString("utf8", 0, end)) as Head;
    const content = file.subarray(end + 1);
    if (content.length !== bytes) return undefined;
    return {
      title: null,
      status: null,
      ...ending,
      orders: body === "orders" ? content.toString() : null,
      kept: body === "kept" ? content : null,
    };
  } catch {
    return undefined;
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Written and flushed. */
const writeWhole = async (path: string, content: Buffer): Promise<void> => {
  const handle = await open(path, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files in a local folder. Orders contain addresses, so other users can't read it. */
export const createAnswerFiles = (folder: string): AnswerFiles => {
  const pathOf = (key: string) => join(folder, `${key}${suffix}`);
  const names = async (): Promise<string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  return {
    write: async (key, ending) => {
      const { orders: _orders, kept: _kept, ...rest } = ending;
      const { body, content } = bodyOf(ending);
      const head: Head = { ...rest, body, bytes: content.length };
      makeFolder(folder, 0o700);
      const draft = join(folder, `${key}${draftSuffix}`);
      const whole = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]);
      try {
        await writeWhole(draft, whole);
        await rename(draft, pathOf(key));
      } catch (error) {
        // On a full disk, the database may need the space of the part.
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(folder);
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true });
    },
    keys: async () =>
      (await names())
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .filter((key) => keyPattern.test(key)),
    read: async (key) => {
      try {
        return parse(await readFile(pathOf(key)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    removeTorn: async () => {
      const removeTornOne = async (name: string) => {
        const path = join(folder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs > tornAfterMs) await rm(path, { force: true });
      };
      const torn = (await names()).filter((one) => one.endsWith(draftSuffix));
      // One that can't be removed must not keep the others here.
      await Promise.all(torn.map(removeTornOne));
    },
  };
};
