import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { DataTypeHandle } from "#contract/handles.ts";
import type { Action, ActionInput, Change } from "./action.ts";
import { changed, nothing } from "./action.ts";
import type { ElementMasks } from "./run-notes.ts";
import type { EvaluationContext } from "./evaluation-context.ts";
import type { RecordState, Writes } from "./field-values.ts";
import { isCollection, findObjectHandle, readValues, writeValues } from "./field-values.ts";
import { parseFormula } from "./formula.ts";
import { lineFinder } from "./mapping-lines.ts";
import type { Operands } from "./operands.ts";
import { toOperands } from "./operands.ts";
import { toEntries } from "./read-value.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { findAction, findOtherField, typeOfField } from "./rule-catalogue.ts";
import { meteredAction, meteredValues, type RunMeter } from "./run-meter.ts";
import type { ActionNote } from "./run-notes.ts";
import { actionNote } from "./run-notes.ts";
import type { RunnableAction } from "./runnable-rule.ts";
import { entryAt, withEntry } from "./write-entry.ts";

/**
 * The result of one action: the record after it, and its writes, which can be repeated on another state of the record.
 */
export interface ActionResult {
  readonly state: RecordState;
  readonly field: RuleField | undefined;
  readonly writes: Writes;
}

/** The context of an action on a field, besides the value that it changes. */
export interface ActionContext {
  readonly context: EvaluationContext;
  readonly field: RuleField;
  readonly inheritedType: DataTypeHandle | undefined;
  /** The values of another field in a scope (api 2.15, usesOtherFieldScope), by the index of the element. */
  readonly supply: (
    field: RuleField,
    other: RuleField,
    scope: string | null | undefined,
  ) => (index: number) => readonly unknown[];
}

const operandsFor = ({ value, value2, value3, value4 }: RunnableAction): Operands =>
  toOperands([value, value2, value3, value4]);

/** Reads the values of other fields in one record. */
const makeSupply =
  (state: RecordState, masks: ElementMasks, meter: RunMeter | undefined): ActionContext["supply"] =>
  (field, other, scope) => {
    const values = readValues(state, other);
    const object = findObjectHandle(state, other);
    const together =
      object !== undefined &&
      object === findObjectHandle(state, field) &&
      isCollection(state, object);
    if (scope === "filtered") {
      const mask = object === undefined ? undefined : masks.get(object);
      const filtered = values.filter((_value, index) => mask?.[index] ?? true);
      return meteredValues(() => filtered, meter);
    }
    // Without a scope an element uses its own value if it has one.
    return meteredValues(
      together && scope !== "all" ? (index) => [values[index]] : () => values,
      meter,
    );
  };

const none: readonly unknown[] = [];

const memoized = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

/** The named values in the custom fields of every element of an object. */
const readCustomFields = ({ context, field, supply }: ActionContext, objectHandle: string) => {
  const supplied = [...context.catalogue.fields.values()]
    .filter(
      (candidate) =>
        candidate.objectHandle === objectHandle && candidate.dataType === "custom_fields",
    )
    .map((candidate) => supply(field, candidate, "all"));
  return (index: number) =>
    supplied.flatMap((values) => values(index).map((value) => toEntries(value) ?? []));
};

/** Prepares the input of an action, once for all elements that it changes. The result is valid until the next call. */
const inputFor = (
  action: RunnableAction,
  entry: Action,
  around: ActionContext,
): ((index: number) => ActionInput) => {
  const { context, field, supply } = around;
  const operands = operandsFor(action);
  const scope = action.usesOtherFieldScope;
  const other = entry.usesOtherField
    ? findOtherField(operands.first, context.catalogue)
    : undefined;
  const others = other && supply(field, other, scope);
  const dataType = typeOfField(field, around.inheritedType);
  const named = memoized((reference: string) => {
    const found = context.catalogue.fieldsByReference.get(reference);
    return found ? supply(field, found, scope) : () => none;
  });
  const customFields = memoized((objectHandle: string) => readCustomFields(around, objectHandle));
  const formula =
    dataType && entry.formulaTypes?.includes(dataType) ? parseFormula(operands.first) : undefined;
  const mappingSet = memoized((id: number) => lineFinder(context.mappingSets?.get(id)));
  const readOthers = (index: number) =>
    (entry.wholeArray ? others?.(index) : others?.(index).flat()) ?? none;
  // One object for all values: creating one for each would take longer than most actions.
  let current = 0;
  const input = {
    operands,
    dataType,
    formula,
    mappingSet,
    others: none,
    fieldValues: (reference: string) => named(reference)(current),
    objectEntries: (objectHandle: string) => customFields(objectHandle)(current),
  };
  return (index) => {
    current = index;
    input.others = readOthers(index);
    return input;
  };
};

/** Changes the entries of an array one by one, unless the action processes the whole array. */
const applyEntry = (
  entry: Action,
  current: unknown,
  inputAt: (index: number) => ActionInput,
  index: number,
): Change => {
  if (entry.wholeArray || !Array.isArray(current)) return entry.apply(current, inputAt(index));
  const changes = current.map((item) => entry.apply(item, inputAt(index)));
  if (changes.every((change) => "nothing" in change))
    return changes[0] ?? nothing("The list is empty.");
  return changed(changes.map((change, at) => ("value" in change ? change.value : current[at])));
};

/** A child action changes the text of the entry that its parent selected, whatever its own field is. */
const childField = (field: RuleField): RuleField => ({ ...field, dataType: "string" });

/** Changes one value; `index` is the index of its element. */
export type ChangeValue = (current: unknown, index: number) => Change;

/** Named values: the action selects the entry, its child actions change the entry's value (neighbours). */
const applyPicked = (
  action: RunnableAction,
  entry: Action,
  inputAt: (index: number) => ActionInput,
  children: readonly ChangeValue[],
): ChangeValue => {
  const { first, second } = operandsFor(action);
  return (current, index) => {
    // Without its own value the action only selects the entry that its children change.
    const keeps = children.length > 0 && second === "" && entryAt(current, first) !== undefined;
    const start = keeps ? changed(current) : entry.apply(current, inputAt(index));
    if ("nothing" in start || children.length === 0) return start;
    const value = children.reduce<unknown>((held, change) => {
      const result = change(held, index);
      return "value" in result ? result.value : held;
    }, entryAt(start.value, first)?.value);
    return changed(withEntry(start.value, first, value));
  };
};

const unknownAction = nothing("This kind of action is unknown.");

/** Records the result for each value, if notes are requested. */
const noted = (change: ChangeValue, note: ActionNote | undefined): ChangeValue => {
  if (!note) return change;
  return (before, element) => {
    const made = change(before, element);
    note.elements.push({ element, before, change: made });
    return made;
  };
};

/** Prepares an action, once for all the values that it changes. */
export const changeValue = (
  action: RunnableAction,
  around: ActionContext,
  depth = 0,
  notes?: ActionNote[],
): ChangeValue => {
  const inside: ActionNote[] | undefined = notes && [];
  const note = inside && actionNote(action, inside);
  if (note) notes?.push(note);
  const { catalogue, meter } = around.context;
  const entry = meteredAction(findAction(action, catalogue), meter);
  if (!entry || depth > maxNesting) return noted(() => unknownAction, note);
  const inputAt = inputFor(action, entry, around);
  if (!entry.picksEntry)
    return noted((current, index) => applyEntry(entry, current, inputAt, index), note);
  const picked = { ...around, field: childField(around.field) };
  const children = inRankOrder(action.childActions ?? []).map((child) =>
    changeValue(child, picked, depth + 1, inside),
  );
  return noted(applyPicked(action, entry, inputAt, children), note);
};

const unmet = nothing("The element did not meet the conditions.");

/**
 * Applies one action to a record (api 2.15): to every element of the field's object, or with applyToMatchedOnly to
 * those that matched the conditions. An unknown field or kind of action changes nothing.
 */
export const applyAction = (
  action: RunnableAction,
  state: RecordState,
  context: EvaluationContext,
  masks: ElementMasks,
  notes?: ActionNote[],
): ActionResult => {
  const field = context.catalogue.fields.get(action.globalObjectFieldId ?? 0);
  if (!field) {
    notes?.push(actionNote(action, []));
    return { state, field, writes: new Map() };
  }
  const object = findObjectHandle(state, field);
  const mask = action.applyToMatchedOnly && object !== undefined ? masks.get(object) : undefined;
  const changeOne = changeValue(
    action,
    {
      context,
      field,
      inheritedType: state.inheritedType,
      supply: makeSupply(state, masks, context.meter),
    },
    0,
    notes,
  );
  const note = notes?.at(-1);
  const writes = new Map<number, unknown>();
  readValues(state, field).forEach((current, index) => {
    if (!(mask?.[index] ?? true)) {
      note?.elements.push({ element: index, before: current, change: unmet });
      return;
    }
    const change = changeOne(current, index);
    if ("value" in change) writes.set(index, change.value);
  });
  return { state: writeValues(state, field, writes), field, writes };
};
