import type { DataTypeHandle } from "#contract/handles.ts";
import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Action, ActionInput, Change } from "./action.ts";
import { changed, changeEach, nothing } from "./action.ts";
import type { EvaluationContext, RunMeter } from "./evaluation-context.ts";
import { meteredValues, lineFinder } from "./evaluation-context.ts";
import type { FieldScope, Place } from "./field-values.ts";
import { objectAt, placeIn, sameValue } from "./field-values.ts";
import { parseFormula } from "./formula.ts";
import { memoized } from "./lazily.ts";
import type { Operands } from "./operands.ts";
import { joinOperands, toOperands } from "./operands.ts";
import { toEntries } from "./read-value.ts";
import type { ColumnWrites, RecordTable } from "./record-table.ts";
import { canWrite } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { findAction, findOtherField, typeOfField } from "./rule-catalogue.ts";
import type { RunnableAction } from "./rule-parts.ts";
import { changeEntries } from "./named-entries.ts";

/* Actions on all records of a table at once. An action's meaning is in its table; here is what the API says of arrays,
 * other fields and named values (api 2.15, neighbours). */

/** The result of an action on one element; `change` contains the reason if there is none. */
export interface ElementNote {
  readonly element: number;
  readonly before: unknown;
  readonly change: Change;
}

/** The results of an action on the elements of one record, and of its child actions on the entries that it selected. */
export interface ActionNote {
  readonly part: RunnableAction;
  readonly elements: ElementNote[];
  readonly children: readonly ActionNote[];
}

/** The result of one action on the records of a table. */
export interface ColumnChange {
  readonly part: RunnableAction;
  /** By record: 1 if a value changed. */
  readonly changed: Uint8Array;
  /** The changed values, for the result. */
  readonly writes: ColumnWrites | undefined;
  /** For the next action: the same, unless rules start on the original values. */
  readonly working: ColumnWrites | undefined;
  /** The results on one record, computed again with their reasons. */
  readonly notesOf: (record: number) => ActionNote;
}

/** By element of a place: 0 if it did not match the conditions. Undefined if none of them concerns its object. */
export type ElementBits = (place: Place) => Uint8Array | undefined;

/** The tables and elements of an action. */
export interface ChangeSetting {
  /** The values that the action reads, and those that it changes: others, if rules start on the original values. */
  readonly working: RecordTable;
  readonly result: RecordTable;
  readonly scope: FieldScope;
  readonly matched: Uint8Array;
  readonly elements: ElementBits;
}

/** The values of another field in a scope (api 2.15, usesOtherFieldScope), by the index of the element. */
type Supply = (
  other: RuleField,
  scope: string | null | undefined,
) => (element: number) => readonly unknown[];

/** The context of an action on a field. */
interface ActionContext {
  readonly context: EvaluationContext;
  readonly dataType: DataTypeHandle | undefined;
  readonly supply: Supply;
}

const none: readonly unknown[] = [];

/** Calculating with a number of many digits takes as long as going through this text. */
const calculation = "0".repeat(125);

/** An action that reports what it does with each value. */
const meteredAction = (
  action: Action | undefined,
  meter: RunMeter | undefined,
): Action | undefined =>
  action === undefined || meter === undefined
    ? action
    : {
        ...action,
        apply: (current, input) => {
          meter.read([current, input.formula]);
          meter.used(joinOperands(input.operands), 1);
          if (action.usesOtherField && action.dataTypes[0] === "number")
            meter.used(calculation, input.others.length);
          const change = action.apply(current, input);
          if ("value" in change) meter.wrote(current, change.value);
          return change;
        },
      };

/** The named values in the custom fields of every element of an object. */
const readCustomFields = ({ context, supply }: ActionContext, objectHandle: string) => {
  const supplied = [...context.catalogue.fields.values()]
    .filter((field) => field.objectHandle === objectHandle && field.dataType === "custom_fields")
    .map((field) => supply(field, "all"));
  return (element: number) =>
    supplied.flatMap((values) => values(element).map((value) => toEntries(value) ?? []));
};

const readOperands = ({ value, value2, value3, value4 }: RunnableAction): Operands =>
  toOperands([value, value2, value3, value4]);

/** Prepares the input of an action, once for all elements that it changes. The result is valid until the next call. */
const inputFor = (
  action: RunnableAction,
  entry: Action,
  around: ActionContext,
): ((element: number) => ActionInput) => {
  const { context, supply, dataType } = around;
  const operands = readOperands(action);
  const scope = action.usesOtherFieldScope;
  const other = entry.usesOtherField
    ? findOtherField(operands.first, context.catalogue)
    : undefined;
  const others = other && supply(other, scope);
  const named = memoized((reference: string) => {
    const found = context.catalogue.fieldsByReference.get(reference);
    return found ? supply(found, scope) : () => none;
  });
  const customFields = memoized((objectHandle: string) => readCustomFields(around, objectHandle));
  const formula =
    dataType && entry.formulaTypes?.includes(dataType) ? parseFormula(operands.first) : undefined;
  const mappingSet = memoized((id: number) => lineFinder(context.mappingSets?.get(id)));
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
  return (element) => {
    current = element;
    if (others) input.others = entry.wholeArray ? others(element) : others(element).flat();
    return input;
  };
};

/** Changes one value; `element` is its index among all elements. */
type ChangeValue = (current: unknown, element: number) => Change;

/** Named values: the action selects the entries of a name, its child actions change their values (neighbours). */
const changePicked = (
  action: RunnableAction,
  entry: Action,
  inputAt: (element: number) => ActionInput,
  children: readonly ChangeValue[],
): ChangeValue => {
  const { first, second } = readOperands(action);
  return (current, element) => {
    // Without its own value the action only selects the entries that its children change.
    const keeps =
      children.length > 0 && second === "" && changeEntries(current, first, (value) => value);
    const start = keeps ? changed(current) : entry.apply(current, inputAt(element));
    if ("nothing" in start || children.length === 0) return start;
    const change = (value: unknown) =>
      children.reduce((held, child) => {
        const result = child(held, element);
        return "value" in result ? result.value : held;
      }, value);
    return changeEntries(start.value, first, change) ?? start;
  };
};

const unknownAction = nothing("This kind of action is unknown.");

/** Notes that an action writes while it runs, if they are requested: on a record whose first element is `first`. */
interface Notes {
  readonly first: number;
  readonly made: ActionNote[];
}

/** Records the result for each value. */
const noted = (change: ChangeValue, note: ActionNote | undefined, first = 0): ChangeValue => {
  if (!note) return change;
  return (before, element) => {
    const made = change(before, element);
    note.elements.push({ element: element - first, before, change: made });
    return made;
  };
};

/** Prepares an action, once for all the values that it changes. */
const prepareAction = (
  action: RunnableAction,
  around: ActionContext,
  depth: number,
  notes?: Notes,
): ChangeValue => {
  const inside: Notes | undefined = notes && { ...notes, made: [] };
  const note = inside && { part: action, elements: [], children: inside.made };
  if (note) notes?.made.push(note);
  const { catalogue, meter } = around.context;
  const entry = meteredAction(findAction(action, catalogue), meter);
  if (!entry || depth > maxNesting) return noted(() => unknownAction, note, notes?.first);
  const inputAt = inputFor(action, entry, around);
  if (!entry.picksEntry) {
    const { wholeArray } = entry;
    return noted(
      (current, element) =>
        wholeArray
          ? entry.apply(current, inputAt(element))
          : changeEach(current, (item) => entry.apply(item, inputAt(element))),
      note,
      notes?.first,
    );
  }
  // A child action changes the text of the entries that its parent selected, whatever its own field is.
  const children = inRankOrder(action.childActions ?? []).map((child) =>
    prepareAction(child, { ...around, dataType: "string" }, depth + 1, inside),
  );
  return noted(changePicked(action, entry, inputAt, children), note, notes?.first);
};

/** Computes a value for each record, and caches it for the next elements, which are ordered by record. */
const keptForRecord = <T>(make: (record: number) => T): ((record: number) => T) => {
  let kept: { readonly record: number; readonly made: T } | undefined;
  return (record) => {
    if (kept?.record !== record) kept = { record, made: make(record) };
    return kept.made;
  };
};

/** The values of other fields for the elements of a place. `onLookUp` is called at each look-up. */
const supplyFor = (
  { working, scope, elements }: ChangeSetting,
  changedPlace: Place,
  onLookUp: () => void,
): Supply => {
  const changedRows = working.rowsOf(changedPlace);
  const { owners, starts } = changedRows;
  return (other, otherScope) => {
    const place = placeIn(scope, other);
    const { values } = working.columnOf(place);
    const rows = working.rowsOf(place);
    const mask = otherScope === "filtered" ? elements(place) : undefined;
    const inRecord = keptForRecord((record) => {
      const first = rows.starts[record] ?? 0;
      const all = values.slice(first, rows.starts[record + 1]);
      return mask ? all.filter((_value, at) => mask[first + at] === 1) : all;
    });
    // Without a scope an element uses its own value if it has one.
    const isOwn =
      place !== "value" &&
      objectAt(place) === objectAt(changedPlace) &&
      otherScope !== "all" &&
      otherScope !== "filtered";
    // The common case: one other value for each element.
    const isSingle = rows.single && !mask && (!isOwn || rows === changedRows);
    return meteredValues((element) => {
      onLookUp();
      const record = owners()[element] ?? 0;
      if (isSingle) return [values[record]];
      if (!isOwn || !rows.isCollection(record)) return inRecord(record);
      const at = element - (starts[record] ?? 0) + (rows.starts[record] ?? 0);
      return [at < (rows.starts[record + 1] ?? 0) ? values[at] : undefined];
    }, working.context.meter);
  };
};

/** Beyond this number of different values, caching them all costs more than it saves. */
const maxKnown = 256;

const unmet = nothing("The element did not meet the conditions.");
const unwritable = nothing("There is no record to write this to.");

/**
 * Prepares an action. The result for a value is computed once for all elements that have it, unless the action uses
 * other fields. Records and arrays are rarely identical.
 */
const prepareColumn = (
  part: RunnableAction,
  field: RuleField,
  place: Place,
  setting: ChangeSetting,
  notes?: Notes,
): ChangeValue => {
  let usedOtherFields = false;
  const supply = supplyFor(setting, place, () => {
    usedOtherFields = true;
  });
  const { context } = setting.working;
  const dataType = typeOfField(field, setting.scope.inheritedType);
  const changeOne = prepareAction(part, { context, dataType, supply }, 0, notes);
  if (notes || context.meter) return changeOne;
  const known = new Map<unknown, Change>();
  return (before, element) => {
    const alike = known.get(before);
    if (alike) return alike;
    usedOtherFields = false;
    const change = changeOne(before, element);
    if (!usedOtherFields && known.size < maxKnown && typeof before !== "object")
      known.set(before, change);
    return change;
  };
};

/** An action on a field, prepared for the elements of its place. */
const prepareElements = (
  part: RunnableAction,
  field: RuleField,
  setting: ChangeSetting,
  notesFrom?: (starts: Uint32Array) => Notes,
) => {
  const { working, result, scope, elements } = setting;
  const place = placeIn(scope, field);
  const { starts } = working.rowsOf(place);
  const [current, before] = [working.columnOf(place).values, result.columnOf(place).values];
  const mask = part.applyToMatchedOnly ? elements(place) : undefined;
  const change = prepareColumn(part, field, place, setting, notesFrom?.(starts));
  const [isWorkable, isHeld] = [canWrite(working, place), canWrite(result, place)];
  const changeAt = (element: number): Change => {
    if (mask?.[element] === 0) return unmet;
    return isWorkable(element) && isHeld(element) ? change(current[element], element) : unwritable;
  };
  return { place, starts, current, before, changeAt };
};

/** The elements of one record that an action changes, with what it makes of them and why. */
const explain = (
  part: RunnableAction,
  field: RuleField,
  setting: ChangeSetting,
  record: number,
): ActionNote => {
  const made: ActionNote[] = [];
  const { starts, before, changeAt } = prepareElements(part, field, setting, (rows) => ({
    first: rows[record] ?? 0,
    made,
  }));
  const [first, end] = [starts[record] ?? 0, starts[record + 1] ?? 0];
  const elements: ElementNote[] = [];
  for (let element = first; element < end; element++)
    elements.push({
      element: element - first,
      before: before[element],
      change: changeAt(element),
    });
  return { part, elements, children: made[0]?.children ?? [] };
};

/** The action that a part is on the records of a table; one on an unknown field changes nothing. */
export const changeColumn = (part: RunnableAction, setting: ChangeSetting): ColumnChange => {
  const { working, result, matched } = setting;
  const changedBits = new Uint8Array(working.size);
  const field = working.context.catalogue.fields.get(part.globalObjectFieldId ?? 0);
  if (!field) {
    const notesOf = () => ({ part, elements: [], children: [] });
    return { part, changed: changedBits, writes: undefined, working: undefined, notesOf };
  }
  const { place, starts, current, before, changeAt } = prepareElements(part, field, setting);
  const [at, values]: [number[], unknown[]] = [[], []];
  const [workAt, workValues]: [number[], unknown[]] = [[], []];
  for (let record = 0; record < working.size; record++) {
    if (matched[record] !== 1) continue;
    const end = starts[record + 1] ?? 0;
    for (let element = starts[record] ?? 0; element < end; element++) {
      const made = changeAt(element);
      if (!("value" in made)) continue;
      if (!sameValue(before[element], made.value)) {
        at.push(element);
        values.push(made.value);
        changedBits[record] = 1;
      }
      if (working !== result && !sameValue(current[element], made.value)) {
        workAt.push(element);
        workValues.push(made.value);
      }
    }
  }
  const writes = { place, at, values };
  return {
    part,
    changed: changedBits,
    writes,
    working: working === result ? writes : { place, at: workAt, values: workValues },
    notesOf: (record) => explain(part, field, setting, record),
  };
};
