import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepResults } from "./keep-results.ts";

let folder: string;
let results: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keep-results-"));
  results = join(folder, "results");
  await mkdir(results);
  await writeFile(join(results, "new.png"), "");
});
afterEach(() => rm(folder, { recursive: true }));

test("the results replace those of an earlier run", async () => {
  const kept = join(folder, "kept");
  await mkdir(kept);
  await writeFile(join(kept, "old.png"), "");
  expect(await keepResults(results, kept)).toBeUndefined();
  expect(await readdir(kept)).toEqual(["new.png"]);
});

test("a copy that fails is explained in one line", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  const message = await keepResults(results, join(file, "kept"));
  expect(message).toMatch(/^The screenshots of failed tests could not be copied to .*ENOTDIR.*$/);
});
