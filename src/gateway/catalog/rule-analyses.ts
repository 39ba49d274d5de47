import { createCatalogAnalysis } from "#catalog/analyze-catalog.ts";
import { type TestedProduct, toTestedProduct } from "#catalog/run-rule.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { RuleAnalysisRequest, RuleAnalysisResult } from "#contract/rule-analysis.ts";
import type { IndexedRow } from "./store.ts";

/** The calls of an analysis, in the order in which they are made. They run in a thread of their own, one analysis at a time. */
export type RuleAnalyses = {
  /** Begins an analysis. */
  begin(request: RuleAnalysisRequest, now: number): void;
  /** Analyzes some more products; returns how many there were so far. */
  put(rows: readonly IndexedRow[]): number;
  /** The result after all products; undefined where all of them have to be put once more. */
  end(): RuleAnalysisResult | undefined;
};

/** Large enough for columns to be efficient; no more products than that are in memory. */
const chunkSize = 2_048;

export const createRuleAnalyses = (): RuleAnalyses => {
  let analysis: ReturnType<typeof createCatalogAnalysis> | undefined;
  let chunk: TestedProduct[] = [];
  /** A product that changes meanwhile comes again; it counts as it was first. */
  let seen = new Set<number>();

  const restart = () => {
    chunk = [];
    seen = new Set();
  };
  const begun = () => {
    if (analysis === undefined) throw new Error("No analysis has begun");
    return analysis;
  };
  return {
    begin: (request, now) => {
      analysis = createCatalogAnalysis(request, now);
      restart();
    },
    put: (rows) => {
      const { keys, add } = begun();
      for (const { id, record, goneAt } of rows) {
        if (goneAt !== null || seen.has(id)) continue;
        seen.add(id);
        chunk.push(toTestedProduct(JSON.parse(record) as ResellerProductParent, keys));
      }
      if (chunk.length >= chunkSize) add(chunk.splice(0));
      return seen.size;
    },
    end: () => {
      const { add, end } = begun();
      if (chunk.length > 0) add(chunk);
      restart();
      const result = end();
      if (result) analysis = undefined;
      return result;
    },
  };
};
