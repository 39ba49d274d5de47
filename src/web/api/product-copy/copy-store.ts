import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ProductSnapshot } from "#catalog/product-index.ts";
import {
  computePageChange,
  type CopyHead,
  type CopyRecord,
  type EarlierRecord,
  emptyHead,
  endSweep,
  isUnused,
  listIds,
  type PageChange,
} from "./copy-record.ts";
import { type CopyStorage, isQuotaError, storageWords } from "./copy-state.ts";
import { endMarking, type PageAnswer, type PageRequest } from "./sweep-state.ts";

/** A saved index; it contains all changes up to `rev`. */
interface SavedIndex {
  readonly copy: string;
  readonly rev: number;
  readonly snapshot: ProductSnapshot;
}

/** Stores the copy of one channel. Every write is atomic. */
export interface CopyStore {
  readonly kind: CopyStorage["kind"];
  /** The head of the copy; undefined if the copy was deleted or never created. */
  readonly head: () => Promise<CopyHead | undefined>;
  readonly begin: (channelId: number, size: number, wall: number) => Promise<CopyHead>;
  /** Deletes other copies, of any upstream, that are unused for a long time. */
  readonly dropUnused: (wall: number) => Promise<void>;
  readonly changeHead: (change: (head: CopyHead) => CopyHead) => Promise<CopyHead | undefined>;
  /**
   * Writes a page's records and the sweep's progress in one transaction; undefined if the page is not expected any
   * more.
   */
  readonly writePage: (request: PageRequest, answer: PageAnswer) => Promise<PageChange | undefined>;
  /** Marks records that were last seen before a pass as gone, and ends the sweep. */
  readonly markGone: (pass: number, wall: number) => Promise<CopyHead | undefined>;
  /** The records that changed after a write, in chunks. */
  readonly changedSince: (rev: number) => AsyncGenerator<readonly CopyRecord[]>;
  readonly records: (ids: readonly number[]) => Promise<(CopyRecord | undefined)[]>;
  readonly earlier: (id: number) => Promise<EarlierRecord | undefined>;
  readonly savedIndex: () => Promise<SavedIndex | undefined>;
  /** Saves the index that `take` returns, unless the copy was deleted since, also if another one was created. */
  readonly saveIndex: (take: () => Omit<SavedIndex, "copy">) => Promise<void>;
  /** Acquires or renews the lease for requests to the upstream, for browsers without Web Locks. */
  readonly lease: (holder: string, now: number, until: number) => Promise<boolean>;
  readonly forget: () => Promise<void>;
  readonly close: () => void;
}

interface Schema extends DBSchema {
  heads: { key: string; value: CopyHead };
  records: {
    key: [string, number];
    value: CopyRecord;
    indexes: { rev: [string, number]; pass: [string, number] };
  };
  earlier: { key: [string, number]; value: EarlierRecord };
  indexes: { key: string; value: SavedIndex };
  leases: { key: string; value: { copy: string; holder: string; until: number } };
}
type CopyDatabase = IDBPDatabase<Schema>;

/** Must increase when the format of the stored data changes; the copy is then loaded again. */
const databaseVersion = 1;
export const databaseName = "supercargo-products";

/** Deletes the copies of all channels. */
export const deleteCopies = (): void => {
  try {
    indexedDB.deleteDatabase(databaseName);
  } catch {
    // A browser without storage has none.
  }
};
const storeNames = ["heads", "records", "earlier", "indexes", "leases"] as const;
const readAtOnce = 400;

interface DatabaseEvents {
  readonly rebuilt: () => void;
  readonly blocked: () => void;
  /** Another tab needs a newer version, or the browser closed the database: it is no longer usable. */
  readonly lost: () => void;
}

/** Opens the database of all copies; rejects if this browser has no storage. */
const openCopyDatabase = (events: DatabaseEvents): Promise<CopyDatabase> =>
  openDB<Schema>(databaseName, databaseVersion, {
    upgrade: (database, oldVersion) => {
      for (const name of Array.from(database.objectStoreNames)) database.deleteObjectStore(name);
      if (oldVersion > 0) events.rebuilt();
      database.createObjectStore("heads", { keyPath: "copy" });
      const records = database.createObjectStore("records", { keyPath: ["copy", "id"] });
      records.createIndex("rev", ["copy", "rev"]);
      records.createIndex("pass", ["copy", "pass"]);
      database.createObjectStore("earlier", { keyPath: ["copy", "id"] });
      database.createObjectStore("indexes", { keyPath: "copy" });
      database.createObjectStore("leases", { keyPath: "copy" });
    },
    blocked: () => events.blocked(),
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      events.lost();
    },
    terminated: () => events.lost(),
  });

const createRange = (copy: string) => IDBKeyRange.bound([copy], [copy, []]);

async function* everyRecord(database: CopyDatabase, copy: string) {
  let after = Number.NEGATIVE_INFINITY;
  for (;;) {
    const range = IDBKeyRange.bound([copy, after], [copy, []], true);
    const piece = await database.getAll("records", range, readAtOnce);
    const last = piece.at(-1);
    if (last === undefined) return;
    yield piece;
    after = last.id;
  }
}

async function* newerRecords(database: CopyDatabase, copy: string, rev: number) {
  const range = IDBKeyRange.bound([copy, rev], [copy, []], true);
  const keys = await database.getAllKeysFromIndex("records", "rev", range);
  for (let from = 0; from < keys.length; from += readAtOnce) {
    const { store } = database.transaction("records");
    const piece = keys.slice(from, from + readAtOnce).map((key) => store.get(key));
    yield (await Promise.all(piece)).filter((record) => record !== undefined);
  }
}

const deleteCopy = async (database: CopyDatabase, copy: string): Promise<void> => {
  const tx = database.transaction(storeNames, "readwrite");
  for (const name of ["heads", "indexes", "leases"] as const)
    void tx.objectStore(name).delete(copy);
  for (const name of ["records", "earlier"] as const)
    void tx.objectStore(name).delete(createRange(copy));
  await tx.done;
};

const createDatabaseStore = (database: CopyDatabase, copy: string): CopyStore => {
  const changeHead: CopyStore["changeHead"] = async (change) => {
    const tx = database.transaction("heads", "readwrite");
    const head = await tx.store.get(copy);
    const next = head && change(head);
    if (next) void tx.store.put(next);
    await tx.done;
    return next;
  };
  return {
    kind: "kept",
    head: () => database.get("heads", copy),
    begin: async (channelId, size, wall) => {
      const tx = database.transaction("heads", "readwrite");
      const known = (await tx.store.get(copy)) ?? emptyHead(copy, channelId, size);
      const head = { ...known, openedAt: wall };
      void tx.store.put(head);
      await tx.done;
      return head;
    },
    dropUnused: async (wall) => {
      const heads = await database.getAll("heads");
      for (const head of heads)
        if (head.copy !== copy && isUnused(head, wall)) await deleteCopy(database, head.copy);
    },
    changeHead,
    writePage: async (request, answer) => {
      const tx = database.transaction(["heads", "records", "earlier"], "readwrite");
      const [heads, records] = [tx.objectStore("heads"), tx.objectStore("records")];
      const [head, ...known] = await Promise.all([
        heads.get(copy),
        ...listIds(answer).map((id) => records.get([copy, id])),
      ]);
      const there = known.flatMap((record) => (record ? [[record.id, record] as const] : []));
      const change = head && computePageChange(head, request, answer, new Map(there));
      if (change) {
        for (const record of change.records) void records.put(record);
        for (const one of change.earlier) void tx.objectStore("earlier").put(one);
        void heads.put(change.head);
      }
      await tx.done;
      return change;
    },
    markGone: async (pass, wall) => {
      const tx = database.transaction(["heads", "records"], "readwrite");
      const head = await tx.objectStore("heads").get(copy);
      if (head === undefined) return undefined;
      const rev = head.rev + 1;
      const unseen = IDBKeyRange.bound([copy, 0], [copy, pass], false, true);
      let cursor = await tx.objectStore("records").index("pass").openCursor(unseen);
      while (cursor) {
        if (cursor.value.goneAt === null)
          void tx.objectStore("records").put({ ...cursor.value, goneAt: wall, rev });
        cursor = await cursor.continue();
      }
      const next = endSweep({ ...head, rev }, endMarking(head.sweep), wall);
      void tx.objectStore("heads").put(next);
      await tx.done;
      return next;
    },
    changedSince: (rev) =>
      rev === 0 ? everyRecord(database, copy) : newerRecords(database, copy, rev),
    records: async (ids) => {
      const { store } = database.transaction("records");
      return Promise.all(ids.map((id) => store.get([copy, id])));
    },
    earlier: (id) => database.get("earlier", [copy, id]),
    savedIndex: () => database.get("indexes", copy),
    saveIndex: async (take) => {
      const tx = database.transaction(["heads", "indexes"], "readwrite");
      const head = await tx.objectStore("heads").get(copy);
      const index = head && take();
      // An index is never ahead of the head that was written with its last changes.
      if (index && index.rev <= head.rev) void tx.objectStore("indexes").put({ copy, ...index });
      await tx.done;
    },
    lease: async (holder, now, until) => {
      const tx = database.transaction("leases", "readwrite");
      const held = await tx.store.get(copy);
      const free = held === undefined || held.holder === holder || held.until < now;
      if (free) void tx.store.put({ copy, holder, until });
      await tx.done;
      return free;
    },
    forget: () => deleteCopy(database, copy),
    close: () => database.close(),
  };
};

/** Stores a copy in the memory of its tab, for browsers without storage. */
export const createMemoryStore = (copy: string): CopyStore => {
  const records = new Map<number, CopyRecord>();
  const earlier = new Map<number, EarlierRecord>();
  let head: CopyHead | undefined;
  return {
    kind: "memory",
    head: async () => head,
    begin: async (channelId, size, wall) =>
      (head = { ...(head ?? emptyHead(copy, channelId, size)), openedAt: wall }),
    dropUnused: async () => undefined,
    changeHead: async (change) => (head = head && change(head)),
    writePage: async (request, answer) => {
      if (head === undefined) return undefined;
      const known = new Map(
        listIds(answer).flatMap((id) => {
          const record = records.get(id);
          return record ? [[id, record] as const] : [];
        }),
      );
      const change = computePageChange(head, request, answer, known);
      if (change === undefined) return undefined;
      for (const record of change.records) records.set(record.id, record);
      for (const one of change.earlier) earlier.set(one.id, one);
      head = change.head;
      return change;
    },
    markGone: async (pass, wall) => {
      if (head === undefined) return undefined;
      const rev = head.rev + 1;
      for (const record of records.values())
        if (record.pass < pass && record.goneAt === null)
          records.set(record.id, { ...record, goneAt: wall, rev });
      head = endSweep({ ...head, rev }, endMarking(head.sweep), wall);
      return head;
    },
    changedSince: async function* (rev) {
      const changed = [...records.values()].filter((record) => record.rev > rev);
      if (changed.length > 0) yield changed;
    },
    records: async (ids) => ids.map((id) => records.get(id)),
    earlier: async (id) => earlier.get(id),
    savedIndex: async () => undefined,
    saveIndex: async () => undefined,
    lease: async () => true,
    forget: async () => {
      records.clear();
      earlier.clear();
      head = undefined;
    },
    close: () => undefined,
  };
};

/** How long to wait for a tab with an older version to close the database, and for a slow disk. */
const timeoutMs = 10_000;

const findReason = (error: unknown): NonNullable<CopyStorage["why"]> => {
  if (isQuotaError(error)) return "full";
  const name = error instanceof Error ? error.name : "";
  return name === "VersionError"
    ? "other-version"
    : name === "BlockedError"
      ? "blocked"
      : "refused";
};

/** Opens the copy in this tab's memory after the storage failed. */
export const openInMemory =
  (error: unknown): typeof openStore =>
  async (copy, onStorage) => {
    onStorage(storageWords[findReason(error)]);
    return createMemoryStore(copy);
  };

/**
 * Opens the stored copy. If the browser has no storage, or another tab blocks it, the copy is in this tab's memory, and
 * `onStorage` receives the reason.
 */
export const openStore = async (
  copy: string,
  onStorage: (storage: CopyStorage) => void,
): Promise<CopyStore> => {
  let late = false;
  let blocked = false;
  try {
    const opened = openCopyDatabase({
      rebuilt: () => onStorage(storageWords.rebuilt),
      blocked: () => {
        blocked = true;
      },
      lost: () => onStorage(storageWords["other-version"]),
    });
    void opened.then(
      (database) => late && database.close(),
      () => undefined,
    );
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(
        () => reject(new DOMException("", blocked ? "BlockedError" : "TimeoutError")),
        timeoutMs,
      );
    });
    return createDatabaseStore(await Promise.race([opened, timeout]), copy);
  } catch (error) {
    late = true;
    return openInMemory(error)(copy, onStorage);
  }
};
