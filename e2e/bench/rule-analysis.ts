import { importBuilt } from "./import-built.ts";

type Measured = typeof import("./rule-analysis/measure-analysis.ts");

/** The time to analyze the demonstration's rules on 2,000 products, and again after an edit of each. */
export const bench = async (): Promise<object[]> => {
  const { measureAnalysis } = await importBuilt<Measured>("rule-analysis", "measure-analysis");
  return measureAnalysis();
};
