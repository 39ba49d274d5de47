import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { exportRules } from "#rule-model/files/export-rules.ts";
import type { WorkflowState } from "#web/mapping-rules/catalog/workflow-source.ts";
import { download } from "#web/ui/download.ts";

const saveAs = (name: string, text: string) =>
  download(`${name}-${new Date().toISOString().slice(0, 10)}.json`, "application/json", text);

/** Downloads rules as one file, with the names of everything they refer to. */
export const saveRules = (rules: readonly MappingRule[], state: WorkflowState): void => {
  if (state.status === "pending") return;
  const requests = rules.map(toMappingRuleRequest).filter((request) => request !== undefined);
  const name = rules.length === 1 ? `mapping-rule-${rules[0]?.id}` : "mapping-rules";
  saveAs(name, exportRules(requests, state.workflow));
};

/** Downloads all fields, comparators and actions with their IDs. */
export const saveCatalog = ({ metaData }: { metaData: unknown }): void =>
  saveAs("workflow-catalogue", JSON.stringify(metaData, null, 2));
