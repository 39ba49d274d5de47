import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { listTexts } from "./support/list-texts.ts";

/*
 * `npm run texts`: prints every text that people read by file, so that all of them can be reviewed together: those of
 * the console, of the rules' explanations, of the contract's reasons, of the gateway's and the service's errors, and
 * of the command line. `npm run texts -- web/rmas service` prints those of some files or folders of src.
 */

const root = resolve(import.meta.dirname, "../src");
const paths = process.argv.length > 2 ? process.argv.slice(2) : ["."];

/** Demonstration records, tests, and two files with code as text. */
const silentPaths = /(?:^|\/)(?:demo|testing)\/|\.test\.tsx?$|(?:^|\/)test-[^/]*$|keeper\.ts$/;

const filesOf = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !silentPaths.test(relative(root, file)));
};

let total = 0;
const found = await Promise.all(paths.map((path) => filesOf(join(root, path))));
for (const file of found.flatMap((files) => files.toSorted())) {
  const texts = await listTexts(file);
  if (texts.length === 0) continue;
  total += texts.length;
  console.log(`\n${relative(root, file)}`);
  for (const text of texts) console.log(`  ${text}`);
}
console.log(`\n${total} texts`);
