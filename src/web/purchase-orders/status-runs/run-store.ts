import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { RunLine, StatusRun } from "./run-line.ts";

interface RunDatabase extends DBSchema {
  runs: { key: string; value: StatusRun };
  lines: { key: [run: string, place: number]; value: RunLine };
}

const name = "supercargo-order-runs";
let opening: Promise<IDBPDatabase<RunDatabase>> | undefined;

const open = (): Promise<IDBPDatabase<RunDatabase>> => {
  opening ??= openDB<RunDatabase>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore("runs", { keyPath: "id" });
      database.createObjectStore("lines");
    },
  });
  // After a failure, opening is tried again, because storage may have been freed.
  opening.catch(() => (opening = undefined));
  return opening;
};

/** Waits until the data is on the disk, so that it survives a crash of the browser. */
const durable = { durability: "strict" } as const;

const lineRange = (run: string) => IDBKeyRange.bound([run, 0], [run, Number.MAX_SAFE_INTEGER]);

/** Stores a run with all its orders before the first is sent. */
export const storeRun = async (run: StatusRun, lines: readonly RunLine[]): Promise<void> => {
  const writing = (await open()).transaction(["runs", "lines"], "readwrite", durable);
  void writing.objectStore("runs").put(run);
  for (const [place, line] of lines.entries())
    void writing.objectStore("lines").put(line, [run.id, place]);
  await writing.done;
};

/** Stores the state of one order of a run. */
export const storeLine = async (run: string, place: number, line: RunLine): Promise<void> => {
  const writing = (await open()).transaction("lines", "readwrite", durable);
  void writing.store.put(line, [run, place]);
  await writing.done;
};

/** The stored run of this upstream, if there is one. */
export const readRun = async (
  upstream: string,
): Promise<{ run: StatusRun; lines: RunLine[] } | undefined> => {
  const database = await open();
  const run = (await database.getAll("runs"))
    .filter((one) => one.upstream === upstream)
    .toSorted((a, b) => b.startedAt - a.startedAt)[0];
  return run && { run, lines: await database.getAll("lines", lineRange(run.id)) };
};

/** Deletes a run with its orders. */
export const deleteRun = async (run: string): Promise<void> => {
  const writing = (await open()).transaction(["runs", "lines"], "readwrite");
  void writing.objectStore("runs").delete(run);
  void writing.objectStore("lines").delete(lineRange(run));
  await writing.done;
};
