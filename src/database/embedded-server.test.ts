import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "./open.ts";
import { readPostmaster } from "./postmaster.ts";
import { putDataFolder } from "#database/testing/data-folder.ts";
import { embeddedSetUp } from "#database/testing/embedded-set-up.ts";
import { selectSize } from "#database/testing/sizes.ts";

const given = embeddedSetUp(putDataFolder);
const { start } = given;

const killRounds = selectSize({ check: 1, soak: 30 });

test.each(["process", "group"] as const)(
  "fault 37: acknowledged writes survive kill -9 of the %s",
  async (whom) => {
    for (let round = 0; round < killRounds; round += 1) {
      const writer = await start();
      await writer.writes(30);
      await writer.end("SIGKILL", whom);
    }
    await given.expectAllWritten();
  },
);

test("fault 37: acknowledged writes survive when all processes are killed, including the server", async () => {
  for (let round = 0; round < killRounds; round += 1) {
    const writer = await start();
    await writer.writes(30);
    const server = given.serverPid();
    process.kill(server, "SIGKILL");
    await writer.end("SIGKILL", "group");
  }
  await given.expectAllWritten();
});

test("fault 37: a start waits for the last process of a server that was killed", async () => {
  const writer = await start();
  await writer.writes(5);
  const server = given.serverPid();
  const [last = 0] = await listChildren(server);
  process.kill(last, "SIGSTOP");
  process.kill(server, "SIGKILL");
  await writer.end("SIGKILL", "group");
  const written = given.expectAllWritten();
  try {
    await expect
      .poll(() => readFile(join(given.dataDir, "postgres.log"), "utf8"))
      .toMatch(/shared memory block .* is still in use/);
  } finally {
    process.kill(last, "SIGKILL");
  }
  await written;
});

/** The lock files of a server that was killed before it wrote them. */
const emptyLocks = async (changed: Date): Promise<string[]> => {
  const writer = await start();
  await writer.writes(5);
  process.kill(given.serverPid(), "SIGKILL");
  await writer.end("SIGKILL", "group");
  await given.untilStopped();
  const files = ["postmaster.pid", ".s.PGSQL.5432.lock"].map((name) =>
    join(given.dataDir, "postgres", name),
  );
  for (const file of files) {
    await writeFile(file, "");
    await utimes(file, changed, changed);
  }
  return files;
};

test("lock files that a crash left empty don't keep a server from starting", async () => {
  await emptyLocks(new Date(0));
  await given.expectAllWritten();
});

test("a start waits for a lock file that another server is about to write", async () => {
  const files = await emptyLocks(new Date(Date.now() + 3_600_000));
  const written = given.expectAllWritten();
  try {
    await expect
      .poll(() => readFile(join(given.dataDir, "postgres.log"), "utf8"))
      .toMatch(/lock file ".*" is empty/);
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
  await written;
});

test("no process remains after kill -9, and none after an orderly end", async () => {
  const killed = await start();
  expect(given.serverPid()).toBeGreaterThan(0);
  await killed.end("SIGKILL");
  await given.untilStopped();
  const ended = await start();
  expect(await ended.end("SIGTERM")).toBe(0);
  expect(given.serverPid()).toBe(0);
});

test("root without the right to look at other accounts' processes, as in most containers, starts, stops and takes over a server", async () => {
  const isRoot = process.getuid?.() === 0;
  const before = isRoot ? ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"] : [];
  const killed = await start({ before });
  await killed.writes(3);
  await killed.end("SIGKILL", "group");
  const writer = await start({ before });
  await writer.writes(3);
  expect(await writer.end("SIGTERM")).toBe(0);
  expect(given.serverPid()).toBe(0);
  await given.expectAllWritten();
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "fault 38: a second process uses the first one's server, and starts one when the first ends by %s",
  async (signal) => {
    const first = await start();
    const second = await start();
    const server = given.serverPid();
    await Promise.all([first.writes(5), second.writes(5)]);
    expect(given.serverPid()).toBe(server);
    await first.end(signal);
    await second.writes(20);
    expect(given.serverPid()).not.toBe(server);
    expect(second.errorOutput()).toBe("");
    expect(await second.end("SIGTERM")).toBe(0);
    await given.untilStopped();
    await given.expectAllWritten();
  },
);

test("fault 38: a server ends with its owner even if its keeper's shell was killed", async () => {
  const writer = await start();
  await writer.writes(5);
  process.kill(await findParent(given.serverPid()), "SIGKILL");
  await writer.end("SIGKILL");
  await given.untilStopped();
  await given.expectAllWritten();
});

test("fault 38: a second process takes over a server whose keeper was killed", async () => {
  const writer = await start();
  await writer.writes(5);
  const orphan = given.serverPid();
  // Both die before the writer could stop a server without a keeper.
  process.kill(writer.pid, "SIGSTOP");
  await killKeeper(orphan);
  await writer.end("SIGKILL");
  expect(given.serverPid()).toBe(orphan);
  await given.expectAllWritten();
  expect(given.serverPid()).toBe(0);
});

test("fault 38: an unrelated process that has the dead server's id is left alone", async () => {
  const writer = await start();
  await writer.writes(5);
  const server = given.serverPid();
  process.kill(await findParent(server), "SIGKILL");
  process.kill(server, "SIGKILL");
  await writer.end("SIGKILL");
  // Termination takes a moment, in which its socket still accepts connections without responses.
  await given.untilStopped();
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
    const file = join(given.dataDir, "postgres", name);
    await writeFile(file, (await readFile(file, "utf8")).replace(/^\d+/, String(process.pid)));
  }
  await given.expectAllWritten();
});

test("fault 40: a server that is killed while it is in use restarts automatically", async () => {
  const users = await Promise.all([start(), start()]);
  await Promise.all(users.map((writer) => writer.writes(5)));
  process.kill(given.serverPid(), "SIGKILL");
  await Promise.all(users.map((writer) => writer.writes(20)));
  await Promise.all(users.map((writer) => writer.end("SIGTERM")));
  await given.untilStopped();
  await given.expectAllWritten();
});

test("fault 39: when no file can grow, nothing acknowledged is lost, and writing goes on once they can", async () => {
  const writer = await start();
  await writer.writes(5);
  for (const pid of await listChildren(given.serverPid())) setLimit(pid, "fsize", 0);
  // Each ends when it writes; those that replace them have no limit.
  await expect
    .poll(() => readFile(join(given.dataDir, "postgres.log"), "utf8"))
    .toMatch(/was terminated by signal/);
  await writer.writes(5);
  expect(await writer.end("SIGTERM")).toBe(0);
  await given.untilStopped();
  await given.expectAllWritten();
});

test("fault 39: with too few open files a start is explained, and a server that runs short loses nothing", async () => {
  await expect(start({ before: ["prlimit", "--nofile=40:40"] })).rejects.toThrow(/open files/);
  const writer = await start();
  const server = given.serverPid();
  for (const pid of [server, ...(await listChildren(server))]) setLimit(pid, "nofile", 16);
  await writer.writes(20);
  expect(await writer.end("SIGTERM")).toBe(0);
  await given.untilStopped();
  await given.expectAllWritten();
});

test("damaged files are explained", async () => {
  const writer = await start();
  await writer.end("SIGTERM");
  await rm(join(given.dataDir, "postgres/global/pg_control"));
  await expect(openDatabase({ dataDir: given.dataDir })).rejects.toThrow(
    /are damaged\. Restore a backup/,
  );
});

test.each([
  ["a data folder", ""],
  ["the server's folder", "postgres"],
])("%s that is removed while it is used is named in the log", async (_, part) => {
  const logged: string[] = [];
  const dataDir = join(given.dataDir, "data");
  const log = (message: string) => void logged.push(message);
  const database = await openDatabase({ dataDir, max: 1, log });
  const server = readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;
  await rm(join(dataDir, part), { recursive: true });
  process.kill(server, "SIGKILL");
  await database.sql`select 1`.catch(() => undefined);
  await expect.poll(() => logged.join()).toMatch(/was removed while this program was running/);
  await database.close();
});

/** Kills the keeper's shell and the subshell in which it waits for the end of its owner. */
async function killKeeper(server: number): Promise<void> {
  const shell = await findParent(server);
  const killed = [shell, ...(await listChildren(shell))].filter((pid) => pid !== server);
  for (const pid of killed) process.kill(pid, "SIGKILL");
}

/** Limits a process, as its own user. One that has ended since it was listed needs no limit. */
function setLimit(pid: number, name: "fsize" | "nofile", limit: number): void {
  try {
    const { uid, gid } = statSync(`/proc/${pid}`);
    execFileSync("prlimit", [`--pid=${pid}`, `--${name}=${limit}:`], { uid, gid });
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error;
  }
}

async function listChildren(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8"))
    .split(" ")
    .filter(Boolean)
    .map(Number);
}

async function findParent(pid: number): Promise<number> {
  return Number(/^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}
