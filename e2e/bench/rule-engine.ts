import { importBuilt } from "./import-built.ts";

/*
 * 20 rules of 3 groups of 4 conditions on 2,000 records of 25 fields: our engine and two well-known ones,
 * alternately, on the same data. Every engine must find the same matches. Medians; ratios are to json-rules-engine.
 * Bundled, because the tool that runs TypeScript sources would slow down only ours.
 */

type Measured = typeof import("./rule-engine/measure-engines.ts");

/** The time to evaluate rules, to evaluate them again after an edit, and to run their actions. */
export async function* bench(): AsyncGenerator<object> {
  const { measureEngines } = await importBuilt<Measured>("rule-engine", "measure-engines");
  yield* measureEngines();
}
