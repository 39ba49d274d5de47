import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./open.ts";
import { readPostmaster } from "./postmaster.ts";
import { startWriter, type Writer, type WriterOptions } from "./test-process.ts";

let dataDir: string;
let writers: Writer[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "supercargo-embedded-"));
  // Made for us alone; most data folders lie where others may pass.
  await chmod(dataDir, 0o755);
  writers = [];
});

afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.end("SIGKILL")));
  await untilStopped();
  await rm(dataDir, { recursive: true });
});

const start = async (options?: WriterOptions): Promise<Writer> => {
  const writer = await startWriter(dataDir, options);
  writers.push(writer);
  return writer;
};

const serverPid = (): number => {
  const postmaster = readPostmaster(join(dataDir, "postgres"));
  return postmaster?.alive ? postmaster.pid : 0;
};

async function untilStopped(): Promise<void> {
  while (serverPid() !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Every acknowledged row is there, and no row without its status. */
async function expectAllWritten(): Promise<void> {
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
}

test.each(["process", "group"] as const)(
  "fault 37: what was acknowledged survives kill -9 of the %s",
  async (whom) => {
    for (let round = 0; round < 3; round += 1) {
      const writer = await start();
      await writer.writes(30);
      await writer.end("SIGKILL", whom);
    }
    await expectAllWritten();
  },
);

test("fault 37: what was acknowledged survives when everything is killed, the server too", async () => {
  for (let round = 0; round < 3; round += 1) {
    const writer = await start();
    await writer.writes(30);
    const server = serverPid();
    process.kill(server, "SIGKILL");
    await writer.end("SIGKILL", "group");
  }
  await expectAllWritten();
});

test("nothing is left running after kill -9, and nothing after a good end", async () => {
  const killed = await start();
  expect(serverPid()).toBeGreaterThan(0);
  await killed.end("SIGKILL");
  await untilStopped();
  const ended = await start();
  expect(await ended.end("SIGTERM")).toBe(0);
  expect(serverPid()).toBe(0);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "fault 38: a second process joins, and goes on when the first ends by %s",
  async (signal) => {
    const first = await start();
    const second = await start();
    const server = serverPid();
    await Promise.all([first.writes(5), second.writes(5)]);
    await first.end(signal);
    await second.writes(20);
    expect(serverPid()).toBe(server);
    expect(second.complaints()).toBe("");
    expect(await second.end("SIGTERM")).toBe(0);
    await untilStopped();
    await expectAllWritten();
  },
);

test("fault 38: processes that start at the same moment over an empty folder share one server", async () => {
  const started = await Promise.all([start(), start(), start()]);
  await Promise.all(started.map((writer) => writer.writes(5)));
  expect((await readdir(dataDir)).toSorted()).toEqual(["postgres", "postgres.log"]);
  expect(await Promise.all(started.map((writer) => writer.end("SIGTERM")))).toEqual([0, 0, 0]);
  await expectAllWritten();
});

test("fault 38: a server whose keeper was killed is taken over", async () => {
  const writer = await start();
  await writer.writes(5);
  const orphan = serverPid();
  process.kill(await parentOf(orphan), "SIGKILL");
  await writer.end("SIGKILL");
  expect(serverPid()).toBe(orphan);
  await expectAllWritten();
  expect(serverPid()).toBe(0);
});

test("fault 38: a process that happens to bear the dead server's number is left alone", async () => {
  const writer = await start();
  await writer.writes(5);
  const server = serverPid();
  process.kill(await parentOf(server), "SIGKILL");
  process.kill(server, "SIGKILL");
  await writer.end("SIGKILL");
  // Dying takes its moment, in which its socket still takes calls that nobody answers.
  await untilStopped();
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
    const file = join(dataDir, "postgres", name);
    await writeFile(file, (await readFile(file, "utf8")).replace(/^\d+/, String(process.pid)));
  }
  await expectAllWritten();
});

test("fault 40: a server that is killed under its users comes back by itself", async () => {
  const users = await Promise.all([start(), start()]);
  await Promise.all(users.map((writer) => writer.writes(5)));
  process.kill(serverPid(), "SIGKILL");
  await Promise.all(users.map((writer) => writer.writes(20)));
  await Promise.all(users.map((writer) => writer.end("SIGTERM")));
  await untilStopped();
  await expectAllWritten();
});

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}

test.each([
  ["spaces, quotes and other scripts", "my data 'of' \"the\" $HOME; ünï 数据 🚚"],
  [
    "a path too long for a socket",
    join(...Array.from({ length: 8 }, (_, index) => `${index}-${"long".repeat(8)}`)),
  ],
])("a data folder with %s", async (_, name) => {
  const writer = await startWriter(join(dataDir, name));
  await writer.writes(3);
  expect(await writer.end("SIGTERM")).toBe(0);
});

test("a folder above that only its owner may enter", async () => {
  const closed = join(dataDir, "closed");
  await mkdir(closed, { mode: 0o700 });
  await chmod(closed, 0o700);
  const writer = await startWriter(join(closed, "data"));
  await writer.writes(3);
  expect(await writer.end("SIGTERM")).toBe(0);
});

test.each([
  [
    "files of somebody else",
    "postgres/letter.txt",
    "dear",
    /holds files that are not PostgreSQL's\. Set DATA_DIR/,
  ],
  [
    "an older PostgreSQL's",
    "postgres/PG_VERSION",
    "15\n",
    /written by PostgreSQL 15, and this version brings PostgreSQL 18.*pg_dump/,
  ],
  ["a file in place of the folder", "postgres", "", /cannot be a folder.*Set DATA_DIR/],
])("a data folder that holds %s is explained and left as it is", async (_, path, text, message) => {
  if (path.includes("/")) await mkdir(join(dataDir, "postgres"), { mode: 0o700 });
  await writeFile(join(dataDir, path), text);
  await expect(openDatabase({ dataDir })).rejects.toThrow(message);
  expect(await readFile(join(dataDir, path), "utf8")).toBe(text);
});

test("an ordinary user runs it too, and nobody else may use what is theirs", async () => {
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await chmod(dataDir, 0o777);
  const writer = await start(ordinary);
  await writer.writes(3);
  const { mode } = await stat(join(dataDir, "postgres"));
  expect((mode & 0o777).toString(8)).toBe("700");
  expect(await writer.end("SIGTERM")).toBe(0);
});

test("damaged files are explained", async () => {
  const writer = await start();
  await writer.end("SIGTERM");
  await rm(join(dataDir, "postgres/global/pg_control"));
  await expect(openDatabase({ dataDir })).rejects.toThrow(/are damaged\. Put back a backup/);
});
