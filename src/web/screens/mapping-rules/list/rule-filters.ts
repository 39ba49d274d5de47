import type { MappingRule } from "#contract/mapping-rules.ts";
import { readTime } from "#contract/read-time.ts";
import { actions } from "#rules/actions.ts";
import { comparators } from "#rules/comparators.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { compareTexts } from "#web/base/compare-texts.ts";
import { startOfDay } from "#web/base/start-of-day.ts";
import type { Choice } from "#web/kit/choices.ts";
import { ruleFilters } from "./rule-filter-names.ts";
import { ruleFacts, searchable } from "./rule-facts.ts";
import { assignedField, eventName, describeRuleState, type RuleWording } from "./rule-words.ts";

type Test = (rule: MappingRule, wanted: string, wording: RuleWording) => boolean;

/** Every word of a search must occur somewhere in the rule. */
const holds: Test = (rule, wanted, wording) => {
  const { text } = ruleFacts(rule, wording);
  return searchable(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const tests: Readonly<Record<(typeof ruleFilters)[number], Test>> = {
  state: (rule, wanted) => describeRuleState(rule).label === wanted,
  eventId: (rule, wanted) => String(rule.eventId) === wanted,
  holds,
  dataType: (rule, wanted) => String(rule.globalDataTypeId) === wanted,
  field: (rule, wanted) => String(rule.globalObjectFieldId ?? 0) === wanted,
  uses: (rule, wanted, wording) => ruleFacts(rule, wording).uses.has(wanted),
  since: (rule, wanted) => readTime(rule.updatedAt) >= readTime(startOfDay(wanted)),
};

/** The API returns all rules and has no filters: they are filtered here, without a request. */
export const filterRules = (
  rules: readonly MappingRule[],
  search: ListSearch,
  wording: RuleWording,
): MappingRule[] => {
  const wanted = ruleFilters.flatMap((name) => {
    const value = search[name]?.trim();
    return value ? [{ test: tests[name], value }] : [];
  });
  return rules.filter((rule) => wanted.every(({ test, value }) => test(rule, value, wording)));
};

/** The filters' choices: only values that some rule has. */
export interface FilterChoices {
  readonly events: readonly Choice[];
  readonly dataTypes: readonly Choice[];
  readonly fields: readonly Choice[];
  readonly comparators: readonly Choice[];
  readonly actions: readonly Choice[];
}

const toChoices = (pairs: Iterable<readonly [string, string]>): Choice[] =>
  [...new Map(pairs)]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => compareTexts(one.label, other.label));

const findLabel = (
  table: Readonly<Record<string, { readonly label: string }>>,
  handle: string,
): string => (Object.hasOwn(table, handle) ? (table[handle]?.label ?? handle) : handle);

/** The labels of handles in use; two of the same label are distinguished by the handle. */
const handleChoices = (
  uses: ReadonlySet<string>,
  prefix: "condition." | "action.",
  table: Readonly<Record<string, { readonly label: string }>>,
): Choice[] => {
  const handles = [...uses]
    .filter((use) => use.startsWith(prefix))
    .map((use) => use.slice(prefix.length));
  const labels = handles.map((handle) => findLabel(table, handle));
  return toChoices(
    handles.map((handle, at) => {
      const label = labels[at] ?? handle;
      const alone = labels.indexOf(label) === labels.lastIndexOf(label);
      return [prefix + handle, alone ? label : `${label} (${handle})`] as const;
    }),
  );
};

/** The choices of the filters for these rules. */
export const filterChoices = (
  rules: readonly MappingRule[],
  wording: RuleWording,
): FilterChoices => {
  const uses = new Set(rules.flatMap((rule) => [...ruleFacts(rule, wording).uses]));
  return {
    events: toChoices(rules.map((rule) => [String(rule.eventId), eventName(rule, wording)])),
    dataTypes: toChoices(
      rules.map(({ globalDataTypeId: id, globalDataType }) => [
        String(id),
        globalDataType?.name ?? `Data type ${id}`,
      ]),
    ),
    fields: toChoices(
      rules.map((rule) => [String(rule.globalObjectFieldId ?? 0), assignedField(rule, wording)]),
    ),
    comparators: handleChoices(uses, "condition.", comparators),
    actions: handleChoices(uses, "action.", actions),
  };
};
