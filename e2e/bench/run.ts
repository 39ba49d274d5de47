import { readdir } from "node:fs/promises";

/*
 * `npm run bench`: runs every file of this folder that exports `bench`, one after the other, and prints one JSON line
 * for each of its figures. `npm run bench -- pacing` runs only that one.
 */

interface Bench {
  readonly bench: () => Promise<object[]> | AsyncIterable<object>;
}

const only = process.argv.slice(2);
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -3))
  .filter((name) => only.length === 0 || only.includes(name));

for (const name of names.toSorted()) {
  const { bench } = (await import(`./${name}.ts`)) as Partial<Bench>;
  if (bench === undefined) continue;
  const figures = await bench();
  for await (const figure of figures) console.log(JSON.stringify(figure));
}
