import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { openDatabase } from "#database/open.ts";
import { readPostmaster } from "#database/postmaster.ts";
import { startWriter, type Writer, type WriterOptions } from "./writer-process.ts";

interface StartOptions extends WriterOptions {
  /** Used instead of the test's own. */
  dataDir?: string;
}

/** The set-up of each test of the embedded server: its own data folder and the writers that use it. */
export const embeddedSetUp = (prepare: (dataDir: string) => void = () => {}) => {
  let dataDir: string;
  let writers: Writer[] = [];
  const serverPid = (): number => {
    const postmaster = readPostmaster(join(dataDir, "postgres"));
    return postmaster?.alive ? postmaster.pid : 0;
  };
  const untilStopped = async (): Promise<void> => {
    while (serverPid() !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "supercargo-embedded-"));
    // Created with access for this user only; most data folders are in folders that others may enter.
    await chmod(dataDir, 0o755);
    prepare(dataDir);
  });
  afterEach(async () => {
    await Promise.all(writers.splice(0).map((writer) => writer.end("SIGKILL")));
    await untilStopped();
    await rm(dataDir, { recursive: true });
  });

  return {
    get dataDir() {
      return dataDir;
    },
    serverPid,
    untilStopped,
    async start({ dataDir: other = dataDir, ...options }: StartOptions = {}): Promise<Writer> {
      const writer = await startWriter(other, options);
      writers.push(writer);
      return writer;
    },
    /** Expects every acknowledged row, and no row without its status. */
    async expectAllWritten(): Promise<void> {
      const database = await openDatabase({ dataDir, max: 1 });
      try {
        const rows = await database.sql<{ id: number }[]>`select id from row`;
        const found = new Set(rows.map(({ id }) => id));
        expect(
          writers.flatMap(({ acknowledged }) => acknowledged).filter((id) => !found.has(id)),
        ).toEqual([]);
        expect(
          await database.sql`select id from row full join status on row_id = id where id is null or row_id is null`,
        ).toEqual([]);
      } finally {
        await database.close();
      }
    },
  };
};
