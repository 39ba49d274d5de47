import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { type RuleCatalogue, findAction } from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { exportRules } from "#rule-model/files/export-rules.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { mappingSetNames } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { type WorkflowState, withSetNames } from "#web/mapping-rules/catalog/workflow-source.ts";
import { download } from "#web/ui/download.ts";
import { formatFileDay } from "#web/ui/file-day.ts";

const saveAs = (name: string, text: string) =>
  download(`${name}-${formatFileDay()}.json`, "application/json", text);

const looksUp = ({ rule }: MappingRule, catalogue: RuleCatalogue): boolean =>
  rule !== null &&
  rule !== undefined &&
  listRuleParts(rule).some(
    ({ kind, part }) =>
      kind === "action" && findAction(part, catalogue)?.operands[0]?.kind === "mappingSet",
  );

/** The list doesn't load the names of mapping sets. Where the upstream has none, a file has only their ids. */
const nameSets = async (rules: readonly MappingRule[], workflow: Workflow): Promise<Workflow> => {
  if (!rules.some((rule) => looksUp(rule, workflow.catalogue))) return workflow;
  const sets = await queryClient.fetchQuery(mappingSetNames()).catch(() => undefined);
  return sets ? withSetNames(workflow, sets) : workflow;
};

/** Rules as the text of a file, with the names of everything they refer to. */
export const writeRuleFile = async (
  rules: readonly MappingRule[],
  workflow: Workflow,
): Promise<string> => {
  const requests = rules.map(toMappingRuleRequest).filter((request) => request !== undefined);
  return exportRules(requests, await nameSets(rules, workflow));
};

/** Downloads rules as one file. */
export const saveRules = (rules: readonly MappingRule[], state: WorkflowState): void => {
  if (state.status === "pending") return;
  const name = rules.length === 1 ? `mapping-rule-${rules[0]?.id}` : "mapping-rules";
  void writeRuleFile(rules, state.workflow).then((text) => saveAs(name, text));
};

/** Downloads all fields, comparators and actions with their IDs. */
export const saveCatalog = ({ metaData }: { metaData: unknown }): void =>
  saveAs("workflow-catalogue", JSON.stringify(metaData, null, 2));
