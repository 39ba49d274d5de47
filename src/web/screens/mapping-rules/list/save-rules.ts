import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { groupBy } from "#contract/group-by.ts";
import { testContent } from "#contract/rule-tests.ts";
import { type ExportedTests, exportRules } from "#rule-model/portable-names.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { mappingSetNames } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { allRuleTests, ruleTestList } from "#web/api/rule-tests.ts";
import { loadLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import {
  type WorkflowState,
  withSetNames,
} from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { download } from "#web/base/download.ts";
import { formatFileDay } from "#web/base/days.ts";
import { formatCount } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import { ruleName } from "./rule-words.ts";
import { usesMappingSets } from "./rule-facts.ts";

const saveAs = (name: string, text: string) =>
  download(`${name}-${formatFileDay()}.json`, "application/json", text);

/** The names of mapping sets are loaded where a rule uses them. Where the upstream has none, a file has only their ids. */
const nameSets = async (rules: readonly MappingRule[], workflow: Workflow): Promise<Workflow> => {
  if (!usesMappingSets(rules, workflow.catalogue)) return workflow;
  const sets = await queryClient.fetchQuery(mappingSetNames()).catch(() => undefined);
  return sets ? withSetNames(workflow, sets) : workflow;
};

/** The tests of rules, and the mapping sets that these look values up in. */
const loadTests = async (
  rules: readonly MappingRule[],
  { catalogue }: Workflow,
): Promise<ExportedTests> => {
  const [first, second] = rules;
  const kept =
    first && !second
      ? await queryClient.fetchQuery(ruleTestList(first.id))
      : await queryClient.fetchQuery(allRuleTests());
  const tests = groupBy(kept, ({ ruleId }) => ruleId);
  const tested = rules.filter(({ id }) => tests.has(id));
  return {
    tests: new Map([...tests].map(([id, own]) => [id, own.map(testContent)])),
    mappingSets: await loadLines(tested.flatMap((rule) => mappingSetsUsed(rule, catalogue))),
  };
};

/** Rules as the text of a file, with their tests and the names of everything they refer to. */
export const writeRuleFile = async (
  rules: readonly MappingRule[],
  workflow: Workflow,
): Promise<string> => {
  const requests = rules.map(toMappingRuleRequest).filter((request) => request !== undefined);
  const tests = await loadTests(rules, workflow).catch(() => undefined);
  if (!tests) notify("Couldn't load the rules' tests. The file has none.");
  return exportRules(requests, await nameSets(rules, workflow), tests);
};

const namedAtMost = 3;

/** Says that rules are missing in a file: those that were loaded without their conditions and actions. */
const describeLeftOut = (left: readonly MappingRule[], all: number): string => {
  const written = left.length === all ? "No rules" : `${all - left.length} of ${all} rules`;
  const names = left.slice(0, namedAtMost).map((rule) => `“${ruleName(rule)}”`);
  const further = left.length - names.length;
  const listed = [...names, ...(further > 0 ? [`${further} more`] : [])].join(", ");
  return `${written} exported. ${formatCount(left.length, "unreadable rule")} left out: ${listed}`;
};

/** Downloads rules as one file, and says which of them it can't contain. */
export const saveRules = async (
  rules: readonly MappingRule[],
  state: WorkflowState,
): Promise<void> => {
  if (state.status === "pending") return;
  const readable = rules.filter(({ rule }) => rule);
  const left = rules.filter(({ rule }) => !rule);
  const [first, second] = readable;
  if (first)
    saveAs(
      second ? "mapping-rules" : `mapping-rule-${first.id}`,
      await writeRuleFile(readable, state.workflow),
    );
  if (left.length > 0) notify(describeLeftOut(left, rules.length));
};

/** Downloads all fields, comparators and actions with their IDs. */
export const saveCatalog = (state: WorkflowState): void => {
  if (state.status === "ready")
    saveAs("workflow-catalogue", JSON.stringify(state.workflow.metaData, null, 2));
};
