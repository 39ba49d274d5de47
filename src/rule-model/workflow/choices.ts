import type {
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
} from "#contract/mapping-rule-tree.ts";
import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { findPreModifier } from "#rules/rule-catalogue.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import type { RuleScope } from "./operand-specs.ts";
import { judgedTypes, listPlaces, findSubject } from "./operand-specs.ts";
import { typeWords, workflowIndex } from "./workflow-index.ts";

/** One line of a picker. */
export interface Choice {
  readonly id: number;
  readonly handle: string | undefined;
  readonly label: string;
  /** A one-line explanation for new users. */
  readonly explanation: string;
  /** False of the current choice when it would not be offered: unknown here, or of another type. */
  readonly fits: boolean;
  /** The type that the value is read as, where it can be read as several. */
  readonly group?: string;
}

interface Entry {
  readonly label: string;
  readonly explanation: string;
}

const entryIn = <E extends Entry>(
  table: Readonly<Record<string, E>>,
  handle: string,
): E | undefined => (Object.hasOwn(table, handle) ? table[handle] : undefined);

const makeChoice = (
  { id, handle, name }: { readonly id: number; readonly handle: string; readonly name: string },
  entry: Entry | undefined,
  group: string | undefined,
): Choice => ({
  id,
  handle,
  label: entry?.label ?? name,
  explanation:
    entry?.explanation ?? "No description. The API lists this, but the console doesn't know it.",
  fits: true,
  ...(group === undefined ? {} : { group }),
});

/** Keeps the current choice in the list, even if it does not fit: opening a picker must not lose it. */
const withCurrent = (
  choices: readonly Choice[],
  current: number | null | undefined,
  records: ReadonlyMap<
    number,
    { readonly id: number; readonly handle: string; readonly name: string }
  >,
  table: Readonly<Record<string, Entry>>,
  noun: string,
): readonly Choice[] => {
  if (!current || choices.some(({ id }) => id === current)) return choices;
  const record = records.get(current);
  const kept: Choice = record
    ? {
        ...makeChoice(record, entryIn(table, record.handle), undefined),
        explanation: "Currently selected, but doesn't apply to this field.",
        fits: false,
      }
    : {
        id: current,
        handle: undefined,
        label: `${noun} ${current}`,
        explanation: "Currently selected, but not in the API's list.",
        fits: false,
      };
  return [...choices, kept];
};

const groupName = (scope: RuleScope, typeIds: readonly number[], typeId: number) => {
  const type = workflowIndex(scope.workflow).dataTypes.get(typeId);
  return typeIds.length > 1 && type
    ? `As ${typeWords(type.handle, type.name).toLowerCase()}`
    : undefined;
};

const comparatorEntry = (handle: string): Comparator | undefined =>
  entryIn<Comparator>(comparators, handle);

/** Whether a comparator needs an operand that the pre-modifier already uses. */
export const clashesWith = (
  comparator: Comparator | undefined,
  preModifier: Comparator | undefined,
): boolean => {
  const taken = listPlaces(preModifier?.preModifier?.sentence);
  return taken.some((place) => place < (comparator?.operands.length ?? 0));
};

const conditionAt = (scope: RuleScope, key: PartKey): Part<"condition"> | undefined =>
  scope.draft.part(key, "condition");

/** The comparators that fit the value that a condition tests: its field, or the result of its pre-modifier. */
export const comparatorChoices = (scope: RuleScope, key: PartKey): readonly Choice[] => {
  const part = conditionAt(scope, key);
  if (!part) return [];
  const index = workflowIndex(scope.workflow);
  const typeIds = judgedTypes(scope, part);
  const preModifier = findPreModifier(part.data, scope.workflow.catalogue);
  const choices = typeIds.flatMap((typeId) =>
    (index.comparatorsByType.get(typeId) ?? [])
      .filter(({ handle }) => !clashesWith(comparatorEntry(handle), preModifier))
      .map((record) =>
        makeChoice(record, comparatorEntry(record.handle), groupName(scope, typeIds, typeId)),
      ),
  );
  const { workflowDataTypeComparatorId: current } = part.data;
  return withCurrent(choices, current, index.comparators, comparators, "Comparator");
};

const isPreModifier = ({ preModifier }: WorkflowDataTypeComparator): boolean =>
  preModifier === true;

/** The pre-modifiers of the field: its length, the number of a character. Most types have none. */
export const preModifierChoices = (scope: RuleScope, key: PartKey): readonly Choice[] => {
  const part = conditionAt(scope, key);
  if (!part) return [];
  const index = workflowIndex(scope.workflow);
  const choices = findSubject(scope, part)
    .typeIds.flatMap((typeId) => index.comparatorsByType.get(typeId) ?? [])
    .filter(isPreModifier)
    .map((record) => makeChoice(record, comparatorEntry(record.handle), undefined));
  const { preModifierDataTypeComparatorId: current } = part.data;
  return withCurrent(choices, current, index.comparators, comparators, "Comparator");
};

/** Whether an action is allowed for a field with that filter (api 2.15, globalDataTypeFilterIds). */
const passesFilter = (
  { globalDataTypeFilterIds }: WorkflowDataTypeAction,
  filterId: number | null | undefined,
): boolean =>
  globalDataTypeFilterIds.length === 0 ||
  (typeof filterId === "number" && globalDataTypeFilterIds.includes(filterId));

/** The kinds of action that fit a field. */
export const actionChoices = (scope: RuleScope, key: PartKey): readonly Choice[] => {
  const part = scope.draft.part(key, "action");
  if (!part) return [];
  const index = workflowIndex(scope.workflow);
  const { field, typeIds, picked } = findSubject(scope, part);
  const seen = new Set<string>();
  const offered = typeIds.length === 0 ? [] : [...typeIds, 0];
  const choices = offered.flatMap((typeId) =>
    (index.actionsByType.get(typeId) ?? [])
      .filter((record) => picked || passesFilter(record, field?.globalDataTypeFilterId))
      // Several types can have an action of one kind; the first is the plain one: “Set” of a text.
      .filter(({ handle }) => !seen.has(handle) && seen.add(handle))
      .map((record) =>
        makeChoice(
          record,
          entryIn<Action>(actions, record.handle),
          groupName(scope, typeIds, typeId),
        ),
      ),
  );
  const { workflowDataTypeActionId: current } = part.data;
  return withCurrent(choices, current, index.actions, actions, "Action");
};
