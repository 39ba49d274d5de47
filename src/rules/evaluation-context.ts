import type { MappingLine } from "./mapping-lines.ts";
import type { RuleCatalogue } from "./rule-catalogue.ts";
import type { RunMeter } from "./run-meter.ts";

/** The inputs of evaluation besides the rule and the record. */
export interface EvaluationContext {
  readonly catalogue: RuleCatalogue;
  /** The current time as epoch milliseconds; rules have no clock of their own. */
  readonly now: number;
  /** Mapping sets by id, for the actions that look values up. */
  readonly mappingSets?: ReadonlyMap<number, readonly MappingLine[]>;
  /** Limits a run over a single record; runs over columns have no limit. */
  readonly meter?: RunMeter;
}
