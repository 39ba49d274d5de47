import type { DataTypeHandle } from "#contract/handles.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";

/** The origin of the names and ids of fields, comparators and actions. */
export type WorkflowSource =
  | { readonly kind: "upstream" }
  /** A file chosen by a user, because the upstream serves no catalogue. */
  | { readonly kind: "file"; readonly fileName: string; readonly at: number }
  /** Collected from this number of rules that this browser has seen; 0: the catalogue is unknown. */
  | { readonly kind: "rules"; readonly count: number };

/** The catalogue that rules are built from: as the API lists it, by id, and in words. */
export interface Workflow {
  readonly metaData: WorkflowMetaData;
  readonly catalogue: RuleCatalogue;
  readonly mappingSetNames: ReadonlyMap<number, string>;
  /** Whether the API has more mapping sets than the named ones: another id may be one of them. */
  readonly hasMoreSets: boolean;
}

export const createWorkflow = (
  metaData: WorkflowMetaData,
  mappingSetNames: ReadonlyMap<number, string> = new Map(),
  hasMoreSets = false,
): Workflow => ({ metaData, catalogue: createCatalogue(metaData), mappingSetNames, hasMoreSets });

/** The wording of a rule of that type. */
export const createWording = (
  { catalogue, mappingSetNames }: Workflow,
  inheritedType: DataTypeHandle | undefined,
): Wording => ({ catalogue, mappingSetNames, inheritedType });
