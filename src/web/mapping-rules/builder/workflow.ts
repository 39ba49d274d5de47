import type { DataTypeHandle } from "#contract/handles.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import { catalogueOf } from "#rules/rule-catalogue.ts";

/** The catalogue that rules are built from: as the API lists it, by id, and in words. */
export interface Workflow {
  readonly metaData: WorkflowMetaData;
  readonly catalogue: RuleCatalogue;
  readonly mappingSetNames: ReadonlyMap<number, string>;
}

export const workflowOf = (
  metaData: WorkflowMetaData,
  mappingSetNames: ReadonlyMap<number, string> = new Map(),
): Workflow => ({ metaData, catalogue: catalogueOf(metaData), mappingSetNames });

/** The wording of a rule of that type. */
export const wordingOf = (
  { catalogue, mappingSetNames }: Workflow,
  inheritedType: DataTypeHandle | undefined,
): Wording => ({ catalogue, mappingSetNames, inheritedType });
