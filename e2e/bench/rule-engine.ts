import { importBuilt } from "./import-built.ts";

/*
 * 20 rules of 3 groups of 4 conditions on 2,000 records of 25 fields: our engine beside the two best-known ones, in
 * turn, on the same data. Every engine must find the same matches. Medians; ratios are to json-rules-engine. Bundled,
 * since otherwise ours alone would pay for what runs sources as they are.
 */

type Measured = typeof import("./rule-engine/measure-engines.ts");

/** How fast rules are judged, judged anew after an edit, and carried out. */
export async function* bench(): AsyncGenerator<object> {
  const { measureEngines } = await importBuilt<Measured>("rule-engine", "measure-engines");
  yield* measureEngines();
}
