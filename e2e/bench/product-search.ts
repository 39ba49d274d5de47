import { importBuilt } from "./import-built.ts";

/* Search over the copy of a catalogue of 100,000 products, beside a plain scan of the same rows in the same run. */

type Measured = typeof import("./product-search/measure-search.ts");

/** How fast a copied catalogue is loaded, searched, sorted and kept up with, and what it weighs. */
export async function* bench(): AsyncGenerator<object> {
  const { measureSearch } = await importBuilt<Measured>("product-search", "measure-search");
  yield* measureSearch();
}
