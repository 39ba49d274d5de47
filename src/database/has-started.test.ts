import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hasStarted } from "./has-started.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-start-"));
});
afterEach(() => rm(folder, { recursive: true }));

const running = { exitCode: null, signalCode: null };

test.each([
  ["has written no lock file", undefined, /\(process unknown\) was not ready after 0 seconds/],
  [
    "is ready by a lock file whose process is another one",
    `${process.pid}\n${"\n".repeat(6)}ready\n`,
    new RegExp(String.raw`\(process ${process.pid}\) was not ready .*postgres\.log`),
  ],
])("a server that %s is not waited for without an end", async (_, lock, message) => {
  if (lock !== undefined) await writeFile(join(folder, "postmaster.pid"), lock);
  await expect(hasStarted(folder, running, 0)).rejects.toThrow(message);
});

test.each([
  { exitCode: 1, signalCode: null },
  { exitCode: null, signalCode: "SIGKILL" as const },
])("nothing is waited for after the keeper has ended: %j", async (ended) => {
  expect(await hasStarted(folder, ended)).toBe(false);
});
