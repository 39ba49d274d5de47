import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleProgram } from "#database/testing/bundle-program.ts";
import { makeRunFolder } from "./run-folder.ts";

/** No process has it: the largest id that Linux gives is 4194304. */
const unused = 4_194_305;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "run-folder-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const leave = (pid: number): string => {
  const folder = join(parent, `supercargo-check-${pid}-abc`);
  mkdirSync(folder);
  writeFileSync(join(folder, "file"), "");
  return folder;
};

test("the folders of killed runs are removed, those of others stay", () => {
  const [killed, running] = [leave(unused), leave(process.pid)];
  const folder = makeRunFolder(parent);
  expect([killed, running, folder].map((path) => existsSync(path))).toEqual([false, true, true]);
});

test("a folder that this user can't remove does not keep a run from starting", async () => {
  const isRoot = process.getuid?.() === 0;
  const ordinary = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const others = leave(unused);
  chmodSync(others, 0o500);
  // Like the system's temporary folder: everyone may write, and remove only what is theirs.
  chmodSync(parent, 0o1777);
  const program = await bundleProgram(new URL("test-run-folder.ts", import.meta.url));
  const made = execFileSync(process.execPath, [program, parent], { ...ordinary, encoding: "utf8" });
  expect(made.startsWith(join(parent, "supercargo-check-"))).toBe(true);
  expect(existsSync(others)).toBe(true);
  chmodSync(others, 0o700);
});
