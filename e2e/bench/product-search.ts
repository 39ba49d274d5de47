import { importBuilt } from "./import-built.ts";

/*
 * Search over the copy of a catalogue of 100,000 products, compared with a plain scan of the same rows in the same
 * run.
 */

type Measured = typeof import("./product-search/measure-search.ts");

/** The time to load, search, sort and update a copied catalogue, and its memory. */
export async function* bench(): AsyncGenerator<object> {
  const { measureSearch } = await importBuilt<Measured>("product-search", "measure-search");
  yield* measureSearch();
}
