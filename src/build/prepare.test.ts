import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, lutimes, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "#testing/imports.ts";

/** A project of a few files, with the same packages. */
let project: string;
const write = (file: string, text: string) => writeFile(join(project, file), text);
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "supercargo prepare-"));
  await symlink(join(root, "node_modules"), join(project, "node_modules"));
  const copied = [
    "package.json",
    "package-lock.json",
    "src/build/prepare.mjs",
    "src/database/in-place.mjs",
    "public/favicon.svg",
  ];
  for (const file of copied) await cp(join(root, file), join(project, file));
  await write("index.html", "");
  await write("vite.config.ts", "");
  await write("src/name.ts", 'export const name = "first";');
  await mkdir(join(project, "src/gateway/catalog"), { recursive: true });
  for (const thread of ["search-worker", "rule-worker", "analysis-worker"])
    await write(`src/gateway/catalog/${thread}.ts`, "");
  await write("src/start.ts", 'import { name } from "./name.ts"; console.log(name);');
});
afterEach(() => rm(project, { recursive: true }));

const lock = () => join(project, ".cache/prepare.lock");

/** Its output, and its exit code if it failed. */
const run = async (
  args: string[],
  env = {},
  onOutput: (printed: string) => void = () => {},
): Promise<string> => {
  const child = spawn(process.execPath, args, { cwd: tmpdir(), env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => onOutput((output += String(chunk))));
  const [code] = await once(child, "close");
  return code === 0 ? output : `${output}exit code ${String(code)}`;
};
const prepare = (env = {}, onOutput?: (printed: string) => void) =>
  run([join(project, "src/build/prepare.mjs"), "server"], env, onOutput);
const start = () => run([join(project, ".cache/server/start.js")]);
const building = "Building the server (only after changes) ...\n";

test("a build is made again after each change of its sources, and only then", async () => {
  expect(await prepare()).toBe(building);
  expect(await prepare()).toBe("");
  // An archive or rsync brings a newer source with an older time.
  await write("src/name.ts", 'export const name = "second";');
  await utimes(join(project, "src/name.ts"), 0, 0);
  expect(await prepare()).toBe(building);
  expect(await start()).toBe("second\n");
  await write("src/name.test.ts", "");
  await utimes(join(project, "src/start.ts"), new Date(), new Date());
  expect(await prepare()).toBe("");
  await rm(join(project, ".cache/server"), { recursive: true });
  expect(await prepare()).toBe(building);
});

test("a failed build is explained, and made again", async () => {
  await prepare();
  await rm(join(project, "src/name.ts"));
  expect(await prepare()).toMatch(/name\.ts[^]*exit code 1$/);
  await write("src/name.ts", 'export const name = "first";');
  expect(await prepare()).toBe(building);
});

test("of two starts at once, only one builds", async () => {
  const outputs = await Promise.all([prepare(), prepare()]);
  expect(outputs.filter((output) => output.includes(building))).toHaveLength(1);
  expect(await start()).toBe("first\n");
});

test("a start waits for an earlier one that still prepares", async () => {
  await mkdir(join(project, ".cache"));
  await symlink(`${process.pid}`, lock());
  const waits = `Waiting for another start, process ${process.pid} ...\n`;
  const output = await prepare({}, (printed) => printed === waits && rmSync(lock()));
  expect(output).toBe(waits + building);
});

test.each([
  ["has ended", "4194305", new Date()],
  ["ended long ago, and whose id is in use again", `${process.pid}`, new Date(0)],
])("a start that %s is not waited for", async (_, holder, time) => {
  await mkdir(join(project, ".cache"));
  await symlink(holder, lock());
  await lutimes(lock(), time, time);
  expect(await prepare()).toBe(building);
});

test("a damaged lockfile is explained by npm", async () => {
  await write("package-lock.json", "{");
  expect(await prepare()).toMatch(
    /package-lock\.json[^]*Installing packages failed[^]*exit code 1$/,
  );
});

test("a failed installation is explained", async () => {
  await rm(join(project, "node_modules"));
  const offline = {
    npm_config_registry: "http://127.0.0.1:1",
    npm_config_cache: join(project, ".cache/npm"),
    npm_config_fetch_retries: "0",
  };
  expect(await prepare(offline)).toMatch(
    /^Installing packages [^]*ECONNREFUSED[^]*Check the network and the npm registry [^]*exit code 1$/,
  );
});
