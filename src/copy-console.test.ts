import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyConsole } from "./copy-console.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "supercargo-copy-"));
  await mkdir(join(root, "dist/assets"), { recursive: true });
  await writeFile(join(root, "dist/index.html"), "first");
  await writeFile(join(root, "dist/assets/app-1a.js"), "1");
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("a build while the program runs leaves its copy unchanged", async () => {
  const { assets = "" } = await copyConsole(join(root, "dist"), join(root, "served"));
  await rm(join(root, "dist"), { recursive: true });
  expect(await readFile(join(assets, "index.html"), "utf8")).toBe("first");
  expect(await readFile(join(assets, "assets/app-1a.js"), "utf8")).toBe("1");
});

test("the copy is removed with its process, and those of dead processes with the next start", async () => {
  const served = join(root, "served");
  // No process has such a large id: the kernel's own limit is 2^22.
  await mkdir(join(served, "99999999"), { recursive: true });
  const { remove } = await copyConsole(join(root, "dist"), served);
  expect(await readdir(served)).toEqual([String(process.pid)]);
  await remove();
  expect(await readdir(served)).toEqual([]);
});

test("if no copy can be made, the build itself is served", async () => {
  await writeFile(join(root, "served"), "a file in the folder's place");
  const { assets, remove } = await copyConsole(join(root, "dist"), join(root, "served"));
  expect(assets).toBe(join(root, "dist"));
  await remove();
  expect(await readFile(join(root, "dist/index.html"), "utf8")).toBe("first");
});

test("without a build there is nothing to serve", async () => {
  const { assets, remove } = await copyConsole(join(root, "nowhere"), join(root, "served"));
  expect(assets).toBeUndefined();
  await remove();
});
