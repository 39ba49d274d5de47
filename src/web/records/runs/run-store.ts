import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Run, RunLine } from "./run-line.ts";

interface RunDatabase extends DBSchema {
  runs: { key: string; value: Run<unknown> };
  lines: { key: [run: string, place: number]; value: RunLine };
}

const openings = new Map<string, Promise<IDBPDatabase<RunDatabase>>>();

const open = (name: string): Promise<IDBPDatabase<RunDatabase>> => {
  const opening =
    openings.get(name) ??
    openDB<RunDatabase>(`supercargo-${name}-runs`, 1, {
      upgrade: (database) => {
        database.createObjectStore("runs", { keyPath: "id" });
        database.createObjectStore("lines");
      },
    });
  openings.set(name, opening);
  // After a failure, opening is tried again, because storage may have been freed.
  opening.catch(() => openings.delete(name));
  return opening;
};

/** Waits until the data is on the disk, so that it survives a crash of the browser. */
const durable = { durability: "strict" } as const;

const lineRange = (run: string) => IDBKeyRange.bound([run, 0], [run, Number.MAX_SAFE_INTEGER]);

/** The storage for the runs of one kind in this browser. */
interface RunStore<C, D, S> {
  /** Stores a run with all its records before the first is sent. */
  readonly storeRun: (run: Run<C>, lines: readonly RunLine<D, S>[]) => Promise<void>;
  /** Stores the state of one record of a run. */
  readonly storeLine: (run: string, place: number, line: RunLine<D, S>) => Promise<void>;
  /** The latest stored run of this upstream, if there is one. */
  readonly readRun: (
    upstream: string,
  ) => Promise<{ run: Run<C>; lines: RunLine<D, S>[] } | undefined>;
  /** Deletes a run with its records. */
  readonly deleteRun: (run: string) => Promise<void>;
}

/** The runs of the kind of that name; each kind has a database of its own. */
export const createRunStore = <C, D, S>(name: string): RunStore<C, D, S> => ({
  storeRun: async (run, lines) => {
    const writing = (await open(name)).transaction(["runs", "lines"], "readwrite", durable);
    void writing.objectStore("runs").put(run);
    for (const [place, line] of lines.entries())
      void writing.objectStore("lines").put(line, [run.id, place]);
    await writing.done;
  },
  storeLine: async (run, place, line) => {
    const writing = (await open(name)).transaction("lines", "readwrite", durable);
    void writing.store.put(line, [run, place]);
    await writing.done;
  },
  readRun: async (upstream) => {
    const database = await open(name);
    const run = (await database.getAll("runs"))
      .filter((one) => one.upstream === upstream)
      .toSorted((a, b) => b.startedAt - a.startedAt)[0];
    return (
      run && {
        run: run as Run<C>,
        lines: (await database.getAll("lines", lineRange(run.id))) as RunLine<D, S>[],
      }
    );
  },
  deleteRun: async (run) => {
    const writing = (await open(name)).transaction(["runs", "lines"], "readwrite");
    void writing.objectStore("runs").delete(run);
    void writing.objectStore("lines").delete(lineRange(run));
    await writing.done;
  },
});
