import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { MoveLine, MoveRun } from "./move-state.ts";

interface RunDatabase extends DBSchema {
  runs: { key: string; value: MoveRun };
  lines: { key: [run: string, place: number]; value: MoveLine };
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
  // A browser that refuses once may be asked again: storage can be freed.
  opening.catch(() => (opening = undefined));
  return opening;
};

/** On the disk and not only on its way there, so that even a browser that dies has written it down. */
const forGood = { durability: "strict" } as const;

const linesOf = (run: string) => IDBKeyRange.bound([run, 0], [run, Number.MAX_SAFE_INTEGER]);

/** Keeps a run with all its orders, before the first is sent. */
export const keepRun = async (run: MoveRun, lines: readonly MoveLine[]): Promise<void> => {
  const writing = (await open()).transaction(["runs", "lines"], "readwrite", forGood);
  void writing.objectStore("runs").put(run);
  for (const [place, line] of lines.entries())
    void writing.objectStore("lines").put(line, [run.id, place]);
  await writing.done;
};

/** Keeps where one order of a run is. */
export const keepLine = async (run: string, place: number, line: MoveLine): Promise<void> => {
  const writing = (await open()).transaction("lines", "readwrite", forGood);
  void writing.store.put(line, [run, place]);
  await writing.done;
};

/** The run of this upstream that this browser keeps, if there is one. */
export const keptRun = async (
  upstream: string,
): Promise<{ run: MoveRun; lines: MoveLine[] } | undefined> => {
  const database = await open();
  const run = (await database.getAll("runs"))
    .filter((one) => one.upstream === upstream)
    .toSorted((a, b) => b.startedAt - a.startedAt)[0];
  return run && { run, lines: await database.getAll("lines", linesOf(run.id)) };
};

/** Forgets a run and its orders. */
export const forgetRun = async (run: string): Promise<void> => {
  const writing = (await open()).transaction(["runs", "lines"], "readwrite");
  void writing.objectStore("runs").delete(run);
  void writing.objectStore("lines").delete(linesOf(run));
  await writing.done;
};
