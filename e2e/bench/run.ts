import { readdir } from "node:fs/promises";

/*
 * `npm run bench`: every file of this folder that exports `bench`, one after the other, one JSON line for each of its
 * figures. `npm run bench -- pacing` runs that one alone.
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
