import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareDataFolder } from "./data-folder.ts";
import { openDatabase } from "./open.ts";
import { embeddedSetUp } from "#database/testing/embedded-set-up.ts";

const given = embeddedSetUp();
const { start } = given;

test("fault 38: processes that start at the same moment over an empty folder share one server", async () => {
  const started = await Promise.all([start(), start(), start()]);
  await Promise.all(started.map((writer) => writer.writes(5)));
  expect((await readdir(given.dataDir)).toSorted()).toEqual(["postgres", "postgres.log"]);
  expect(await Promise.all(started.map((writer) => writer.end("SIGTERM")))).toEqual([0, 0, 0]);
  await given.expectAllWritten();
});

test.each([
  [
    "spaces, quotes and other scripts, in a folder that only its owner may enter",
    join("closed", "my data 'of' \"the\" $HOME; ünï 数据 🚚"),
  ],
  [
    "a path too long for a socket",
    join(...Array.from({ length: 8 }, (_, index) => `${index}-${"long".repeat(8)}`)),
  ],
])("a data folder with %s", async (_, name) => {
  const closed = join(given.dataDir, "closed");
  await mkdir(closed, { mode: 0o700 });
  await chmod(closed, 0o700);
  const writer = await start({ dataDir: join(given.dataDir, name) });
  await writer.writes(3);
  expect(await writer.end("SIGTERM")).toBe(0);
});

test.each([
  [
    "files of another program",
    "postgres/letter.txt",
    "dear",
    /contains files that don't belong to PostgreSQL\. Set DATA_DIR/,
  ],
  [
    "an older PostgreSQL's files",
    "postgres/PG_VERSION",
    "15\n",
    /created by PostgreSQL 15. This version includes PostgreSQL 18.*pg_dump/,
  ],
  ["a file in place of the folder", "postgres", "", /is a file, not a folder.*Set DATA_DIR/],
])(
  "a data folder that holds %s is explained and left unchanged",
  async (_, path, text, message) => {
    if (path.includes("/")) await mkdir(join(given.dataDir, "postgres"), { mode: 0o700 });
    await writeFile(join(given.dataDir, path), text);
    await expect(openDatabase({ dataDir: given.dataDir })).rejects.toThrow(message);
    expect(await readFile(join(given.dataDir, path), "utf8")).toBe(text);
  },
);

test.runIf(process.platform === "linux")(
  "a data folder on a file system that takes no new names is explained at once",
  async () => {
    await expect(openDatabase({ dataDir: "/proc/none/data" })).rejects.toThrow(
      /^\/proc\/none\/data can't be created\. Set DATA_DIR to a folder on a disk\./,
    );
  },
);

test("the unfinished folder of a killed process that had this one's id is replaced", async () => {
  const folder = join(given.dataDir, "postgres");
  await mkdir(join(`${folder}.new-${process.pid}`, "base"), { recursive: true });
  prepareDataFolder(folder, false);
  expect(await readFile(join(folder, "PG_VERSION"), "utf8")).toBe("18\n");
  expect(await readdir(given.dataDir)).toEqual(["postgres"]);
});

test("an ordinary user runs it too, and no other user may access their files", async () => {
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await chmod(given.dataDir, 0o777);
  const writer = await start(ordinary);
  await writer.writes(3);
  const { mode } = await stat(join(given.dataDir, "postgres"));
  expect((mode & 0o777).toString(8)).toBe("700");
  expect(await writer.end("SIGTERM")).toBe(0);
});

test("an ordinary user may start below a folder that can be entered but not read", async () => {
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const passed = join(given.dataDir, "passed");
  const own = join(passed, "own");
  await mkdir(own, { recursive: true });
  await chmod(own, 0o777);
  await chmod(passed, 0o311);
  const writer = await start({ ...ordinary, dataDir: join(own, "data") });
  await writer.writes(3);
  expect(await writer.end("SIGTERM")).toBe(0);
  await chmod(passed, 0o755);
});
