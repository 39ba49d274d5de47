import {
  coversKeys,
  createRuleRun,
  readRun,
  type TestedProduct,
  toTestedProduct,
} from "#catalog/run-rule.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { RuleRunRequest, RuleRunResult } from "#contract/rule-runs.ts";
import type { IndexedRow, Position } from "./store.ts";

/** Which catalog products are of; another copy of a channel has the same numbers for other changes. */
interface TestedCatalog {
  readonly id: number;
  readonly copy: string;
}

/** How far a test is; at its end with the result. */
interface TestStep {
  readonly done: number;
  readonly of: number;
  readonly result?: RuleRunResult;
}

/** The calls of a test, in the order in which they are made. They run in a thread of their own, one test at a time. */
export type RuleTests = {
  /** Begins a test; returns after which change of the catalog products are needed. */
  begin(catalog: TestedCatalog, request: RuleRunRequest, now: number): Position;
  /** Adds changed products; returns how many there are. */
  put(rows: readonly IndexedRow[]): number;
  /** Tests some more. */
  step(): TestStep;
};

/** Large enough for columns to be efficient, small enough that a canceled test ends soon. */
const chunkSize = 4_096;

const nothingRead: Position = { version: 0, id: 0 };

/** What the last rule uses of its catalog stays in memory, so that an edited rule is tested again at once. */
export const createRuleTests = (): RuleTests => {
  let kept:
    | {
        readonly catalog: TestedCatalog;
        readonly keys: ReturnType<typeof readRun>["keys"];
        readonly products: Map<number, TestedProduct>;
        position: Position;
      }
    | undefined;
  let test: { run: ReturnType<typeof createRuleRun>; products: TestedProduct[] } | undefined;
  let done = 0;
  let read: ReturnType<typeof readRun> | undefined;

  return {
    begin: (catalog, request, now) => {
      read = readRun(request, now);
      test = undefined;
      done = 0;
      const isSame = kept?.catalog.id === catalog.id && kept.catalog.copy === catalog.copy;
      if (kept === undefined || !isSame || !coversKeys(kept.keys, read.keys))
        kept = { catalog, keys: read.keys, products: new Map(), position: nothingRead };
      return kept.position;
    },
    put: (rows) => {
      if (kept === undefined) throw new Error("No test has begun");
      for (const { id, record, goneAt, version } of rows) {
        kept.position = { version, id };
        if (goneAt === null)
          kept.products.set(
            id,
            toTestedProduct(JSON.parse(record) as ResellerProductParent, kept.keys),
          );
        else kept.products.delete(id);
      }
      return kept.products.size;
    },
    step: () => {
      if (kept === undefined || read === undefined) throw new Error("No test has begun");
      test ??= { run: createRuleRun(read), products: [...kept.products.values()] };
      const { run, products } = test;
      run.add(products.slice(done, done + chunkSize));
      done = Math.min(products.length, done + chunkSize);
      const of = products.length;
      return done < of ? { done, of } : { done, of, result: run.end() };
    },
  };
};
