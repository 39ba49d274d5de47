import { deserialize, serialize, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ResellerProductParent } from "#contract/products.ts";
import { foldWords, toFoldedWords } from "#catalog/fold-words.ts";
import { createProductIndex, loadProductIndex, type ProductIndex } from "#catalog/product-index.ts";
import { everyProduct, type ProductQuery, productSortKeys } from "#contract/catalog.ts";
import type { ProductSnapshot } from "#catalog/product-index.ts";
import { benchCatalogue, typedTexts } from "./bench-catalogue.ts";

const productCount = Number(process.env["BENCH_PRODUCTS"] ?? 100_000);

const rounded = (value: number): number => Number(value.toPrecision(3));
const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** Elapsed time, and CPU time of this process, which excludes other programs. */
interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

const timed = (run: () => unknown): Took => {
  const [clock, cpu] = [performance.now(), process.cpuUsage()];
  run();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - clock, cpuMs: (user + system) / 1_000 };
};

const spread = (all: readonly Took[]) => {
  const ms = all.map((took) => took.ms);
  const cpuMs = all.map((took) => took.cpuMs);
  return {
    p50: rounded(at(ms, 0.5)),
    p95: rounded(at(ms, 0.95)),
    most: rounded(at(ms, 1)),
    cpuP50: rounded(at(cpuMs, 0.5)),
    cpuP95: rounded(at(cpuMs, 0.95)),
    cpuMost: rounded(at(cpuMs, 1)),
    times: all.length,
  };
};

const once = ({ ms, cpuMs }: Took) => ({ ms: rounded(ms), cpuMs: rounded(cpuMs) });

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;
const heapMb = (): number => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

const build = () => {
  const index = createProductIndex();
  const batches: Took[] = [];
  let [batch, variants]: [ResellerProductParent[], number] = [[], 0];
  for (const product of benchCatalogue(productCount)) {
    variants += product.variants.length;
    batch.push(product);
    if (batch.length < 50) continue;
    const page = batch;
    batches.push(timed(() => page.forEach((one) => index.put(one, { readAt: 1 }))));
    batch = [];
  }
  while (index.settle());
  return { index, batches, variants };
};

const typing = (index: ProductIndex) => {
  const keystrokes: Took[] = [];
  const pasted: Took[] = [];
  // The first text warms up and is not counted.
  for (const [nth, text] of ["warm up", ...typedTexts].entries()) {
    const letters = [...text];
    for (let end = 1; end <= letters.length; end++) {
      const query = { ...everyProduct, text: letters.slice(0, end).join("") };
      const took = timed(() => index.search(query));
      if (nth > 0) keystrokes.push(took);
    }
  }
  for (const [nth, text] of typedTexts.entries()) {
    clearWords(index, nth);
    pasted.push(timed(() => index.search({ ...everyProduct, text })));
  }
  return { keystrokes, pasted };
};

/** After a change of a text, every word is looked up again. */
const clearWords = (index: ProductIndex, nth: number): void => {
  for (const product of benchCatalogue(1)) index.put({ ...product, id: 1e9, title: `No ${nth}` });
};

const sorting = (index: ProductIndex): Took[] =>
  productSortKeys.flatMap((by) =>
    (["asc", "desc"] as const).map((direction) => {
      clearWords(index, by.length);
      return timed(() => index.search({ ...everyProduct, text: "steel", sort: { by, direction } }));
    }),
  );

/** Searches by filters, and the facets of the same queries. */
const filtering = (index: ProductIndex): Record<"searches" | "facets", Took[]> => {
  const queries: Partial<ProductQuery>[] = [
    {},
    { stock: ["in"] },
    { price: { from: 20, to: 60 } },
    { brands: ["Maison Aubrac", "Fjellrev"] },
    { missing: ["upc", "image"], belowMap: true },
    { text: "steel", stock: ["in"], price: { from: 20, to: null }, changedSince: "2026-06-01" },
  ];
  const repeat = (run: (query: ProductQuery) => unknown) =>
    [0, 1, 2].flatMap(() =>
      queries.map((query) => timed(() => run({ ...everyProduct, ...query }))),
    );
  return { searches: repeat(index.search), facets: repeat(index.facets) };
};

const putting = (index: ProductIndex): Record<"changed" | "same", Took[]> => {
  const some = [...benchCatalogue(2_000)];
  const pages = (title: (one: ResellerProductParent) => string | null | undefined) =>
    Array.from({ length: 40 }, (_, page) =>
      timed(() => {
        for (const one of some.slice(page * 50, page * 50 + 50))
          index.put({ ...one, title: title(one) ?? "" });
      }),
    );
  return { same: pages((one) => one.title), changed: pages((one) => `${one.title} again`) };
};

/** A plain scan: every row's texts joined, searched for each word. */
const scanning = () => {
  const texts: string[] = [];
  for (const product of benchCatalogue(productCount)) {
    const { sku, title, brand, attributes, variants } = product;
    const words = [
      sku,
      title,
      brand,
      ...attributes.flatMap(({ name, value }) => [name, value]),
      ...variants.flatMap((one) => [one.sku, one.mpn, one.upc, one.ean, one.asin]),
      ...variants.flatMap((one) => one.option_values.map(({ value }) => value)),
    ];
    texts.push(foldWords(words.join("\n")));
  }
  return typedTexts.map((text) =>
    timed(() => {
      const words = toFoldedWords(text);
      return texts.filter((row) => words.every((word) => row.includes(word))).length;
    }),
  );
};

/** Every figure of the search, one line each. @public */
export function* measureSearch(): Generator<object> {
  const line = (what: string, figures: object) => ({ bench: "product-search", what, ...figures });
  const empty = heapMb();
  const built = build();
  const heap = heapMb() - empty;
  const settled = spread(built.batches);
  const { variants } = built;
  yield line("catalogue", { products: built.index.size, variants, heapMb: rounded(heap) });
  yield line("put 50 of a first sweep", settled);
  const saved: { snapshot?: ProductSnapshot } = {};
  const save = timed(() => (saved.snapshot = built.index.save()));
  const kept = serialize(saved.snapshot);
  yield line("save", { ...once(save), snapshotMb: rounded(kept.length / 1e6) });
  const loaded: { snapshot?: ProductSnapshot; index?: ProductIndex | undefined } = {};
  const read = timed(() => (loaded.snapshot = deserialize(kept) as ProductSnapshot));
  const load = timed(() => {
    loaded.index = loaded.snapshot && loadProductIndex(loaded.snapshot);
  });
  const { index } = loaded;
  if (!index) throw new Error("The snapshot could not be loaded.");
  const first = timed(() => index.search(everyProduct));
  yield line("load", {
    ms: rounded(read.ms + load.ms + first.ms),
    cpuMs: rounded(read.cpuMs + load.cpuMs + first.cpuMs),
    clonedMs: rounded(read.ms),
    loadedMs: rounded(load.ms),
    firstSearchMs: rounded(first.ms),
  });
  const { keystrokes, pasted } = typing(index);
  yield line("keystroke", spread(keystrokes));
  yield line("pasted, nothing remembered", spread(pasted));
  yield line("sorted, nothing remembered", spread(sorting(index)));
  const { searches, facets } = filtering(index);
  yield line("filtered", spread(searches));
  yield line("facets", spread(facets));
  const { same, changed: altered } = putting(index);
  yield line("put 50 with the same texts", spread(same));
  yield line("put 50 with other titles", spread(altered));
  const scan = scanning();
  const ratio =
    at(
      scan.map(({ cpuMs }) => cpuMs),
      0.5,
    ) /
    at(
      pasted.map(({ cpuMs }) => cpuMs),
      0.5,
    );
  yield line("plain scan, no facets, no order", { ...spread(scan), timesSlower: rounded(ratio) });
}
