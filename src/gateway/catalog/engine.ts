import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CatalogState } from "#contract/catalog.ts";
import type { Sql } from "#database/sql.ts";
import { type Clock, repeat } from "#gateway/server/clock.ts";
import { codeOf } from "#gateway/server/database.ts";
import { Stop } from "#gateway/server/serve-own-operation.ts";
import type { Held, Indexes, SavedPlace } from "./indexes.ts";
import { type CatalogRow, type Position, readChanges } from "./store.ts";
import { startThread, type Thread } from "./worker-thread.ts";

/*
 * The indexes of the catalogs in use, in a thread of their own. Each is built from its saved file and the rows that changed
 * since, or from all rows.
 */

/** A call to the thread of the indexes. */
type Call = Thread<Indexes>["call"];

const ended = {
  kind: "internal",
  outcome: "refused",
  detail: "The product search ended unexpectedly. It starts again with the next search.",
} as const;

interface EngineOptions {
  readonly sql: () => Promise<Sql>;
  readonly upstream: string;
  /** Where indexes are saved; without one each is built from all rows. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  readonly log: (facts: object, message: string) => void;
  readonly times?: Partial<EngineTimes>;
}

interface EngineTimes {
  /** An index is closed after this time without use. */
  readonly dropMs: number;
  /** It is saved after so long without a search, and at most so often. */
  readonly idleMs: number;
  readonly saveMs: number;
}

const defaultTimes: EngineTimes = { dropMs: 600_000, idleMs: 5_000, saveMs: 600_000 };

const mostOpen = 4;

/** Rows that the thread takes at once: searches wait no longer than that. */
const rowsAtOnce = 200;

interface OpenCatalog {
  readonly place: SavedPlace | undefined;
  held: Held;
  /** The number of products, until all of them were put once. */
  openingTotal: number | null;
  catchingUp: Promise<void> | undefined;
  usedAt: number;
  /** Changes since it was saved. */
  unsaved: boolean;
  savedAt: number;
  sweptFrom: number;
}

/** After all rows of a version. */
const lastId = Number.MAX_SAFE_INTEGER;

const writeEpoch = ({ version, id }: Position): string =>
  id === lastId ? String(version) : `${version}.${id}`;

const closed: Held = { position: { version: 0, id: 0 }, size: 0 };

export interface Engine {
  /** Opens the index of a catalog if it is not open, and brings it up to date with the row. Resolves when it is. */
  readonly follow: (row: CatalogRow, sweptFrom: number) => Promise<void>;
  /** With what the index held when it answered, if it did. */
  readonly describe: (row: CatalogRow, held?: Held) => Pick<CatalogState, "epoch" | "opening">;
  /** A call about an open index; calls of searches wait for one another. */
  readonly call: Call;
  readonly close: () => Promise<void>;
}

export const createEngine = (options: EngineOptions): Engine => {
  const { sql, upstream, folder, clock, log } = options;
  const times = { ...defaultTimes, ...options.times };
  const open = new Map<number, OpenCatalog>();
  let thread: Thread<Indexes> | undefined;
  let searchedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const call: Call = (name, ...args) => {
    if (isClosed) return Promise.reject(new Stop({ kind: "stopping", retryAfter: 1 }));
    thread ??= startThread<Indexes>(new URL("./search-worker.ts", import.meta.url), {
      endedError: () => new Stop(ended),
      onEnd: () => {
        thread = undefined;
        open.clear();
        log({}, "the product search ended and starts again");
      },
    });
    if (name === "search") searchedAt = clock.now();
    return thread.call(name, ...args);
  };

  const placeOf = ({ channel, copy }: CatalogRow): SavedPlace | undefined => {
    if (folder === undefined) return undefined;
    const name = createHash("sha256").update(upstream).digest("hex").slice(0, 16);
    return { file: join(folder, `catalog-${name}-${channel}.index`), copy };
  };

  const drop = (id: number): void => {
    open.delete(id);
    void call("drop", id).catch(() => undefined);
  };
  const dropOthers = (): void => {
    const idle = [...open].toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [id] of idle.slice(0, Math.max(0, open.size - mostOpen))) drop(id);
  };

  const catchUp = async (id: number, one: OpenCatalog, row: CatalogRow, sweptFrom: number) => {
    const database = await sql();
    for (;;) {
      const rows = await readChanges(database, id, one.held.position, rowsAtOnce);
      if (rows.length > 0) {
        one.held = await call("put", id, rows);
        one.unsaved = true;
      }
      if (rows.length < rowsAtOnce) break;
    }
    // A version is committed as a whole, so all rows of the last one were read.
    const version = Math.max(one.held.position.version, row.version);
    one.held = await call("reach", id, { version, id: lastId }, sweptFrom);
    one.sweptFrom = sweptFrom;
    one.openingTotal = null;
  };

  const openIndex = async (row: CatalogRow, one: OpenCatalog): Promise<void> => {
    const saved = await call("open", row.id, one.place);
    // A file with changes that the catalog doesn't have is of a database that was restored since.
    one.held = saved.position.version > row.version ? await call("open", row.id, undefined) : saved;
  };

  const save = async (id: number, one: OpenCatalog): Promise<void> => {
    if (one.place === undefined) return;
    one.unsaved = false;
    one.savedAt = clock.now();
    try {
      mkdirSync(folder!, { recursive: true });
      await call("save", id, one.place);
    } catch (error) {
      log({ code: codeOf(error) }, "could not save the index of a catalog");
    }
  };

  const stopLooking = repeat(clock, Math.min(times.idleMs, 5_000), async () => {
    const now = clock.now();
    for (const [id, one] of open) {
      if (one.catchingUp !== undefined) continue;
      const isIdle = now - searchedAt >= times.idleMs;
      if (isIdle && one.unsaved && now - one.savedAt >= times.saveMs) await save(id, one);
      if (now - one.usedAt >= times.dropMs) drop(id);
    }
  });

  return {
    follow: async (row, sweptFrom) => {
      const { id } = row;
      const known = open.get(id);
      const one: OpenCatalog = known ?? {
        place: placeOf(row),
        held: closed,
        openingTotal: row.products,
        catchingUp: undefined,
        usedAt: clock.now(),
        unsaved: false,
        savedAt: Number.NEGATIVE_INFINITY,
        sweptFrom: 0,
      };
      one.usedAt = clock.now();
      if (known === undefined) {
        open.set(id, one);
        dropOthers();
      }
      const isBehind =
        known === undefined ||
        row.version > one.held.position.version ||
        sweptFrom > one.sweptFrom ||
        one.openingTotal !== null;
      if (!isBehind) return;
      one.catchingUp ??= (known === undefined ? openIndex(row, one) : Promise.resolve())
        .then(async () => catchUp(id, one, row, sweptFrom))
        .catch((error: unknown) => {
          if (open.get(id) === one) open.delete(id);
          throw error;
        })
        .finally(() => {
          one.catchingUp = undefined;
        });
      await one.catchingUp;
    },
    describe: ({ id, version, products }, answered) => {
      const one = open.get(id);
      const { position, size } = answered ?? one?.held ?? closed;
      const total = one === undefined ? products : one.openingTotal;
      return {
        epoch: one === undefined ? String(version) : writeEpoch(position),
        opening: total === null || total === 0 ? null : { done: size, total },
      };
    },
    call,
    close: async () => {
      isClosed = true;
      stopLooking();
      await thread?.close();
    },
  };
};
