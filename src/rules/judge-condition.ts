import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { allBits, bitsByRecord } from "./bit-columns.ts";
import type { Comparator } from "./comparator.ts";
import type { RunMeter } from "./evaluation-context.ts";
import { meteredValues } from "./evaluation-context.ts";
import type { FieldScope, Place } from "./field-values.ts";
import { objectAt, placeIn } from "./field-values.ts";
import type { Operands } from "./operands.ts";
import { joinOperands, toOperands } from "./operands.ts";
import { readings, readsWholeArray } from "./read-value.ts";
import type { ElementRows, RecordTable, MadeColumn, ValueColumn } from "./record-table.ts";
import { findOwners, valueColumn } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import {
  findComparator,
  findOtherField,
  findPreModifier,
  hasUnknownPreModifier,
} from "./rule-catalogue.ts";
import type { RunnableCondition } from "./rule-parts.ts";

/*
 * Conditions on all records of a table at once. A comparator's meaning is in its table; here is what the API says of
 * arrays, collections, other fields, pre-modifiers and named values (api 2.15, neighbours).
 */

/** What a condition saw in one record: its values one by one, which of them matched, and the other field's values. */
export interface SeenValues {
  readonly values: readonly unknown[];
  readonly met: readonly boolean[];
  readonly others: (index: number) => readonly unknown[];
}

/** The result of a condition on all records of a table. */
export interface JudgedCondition {
  readonly part: RunnableCondition;
  /** By record: without child conditions on their own fields, and with them. */
  readonly own: Uint8Array;
  readonly holds: Uint8Array;
  /** By element; undefined if the condition names something unknown. */
  readonly met: Uint8Array | undefined;
  /** The object whose elements `met` describes; undefined for the template's value. */
  readonly objectHandle: string | undefined;
  readonly children: readonly JudgedCondition[];
  readonly seen: (record: number) => SeenValues;
}

/** A result with its values one by one: elements, or entries of a named value. */
interface JudgedItems {
  readonly judged: JudgedCondition;
  readonly items: Uint8Array;
}

/** The values of a condition: one for each element of its field's object, or for each entry that its parent selects. */
interface Spot {
  readonly table: RecordTable;
  readonly scope: FieldScope;
  readonly place: Place;
  readonly rows: ElementRows;
  readonly column: ValueColumn;
  /** Undefined for elements. */
  readonly inside: Inside | undefined;
}

/** The parent of entries: its values, and the index of the first entry of each. */
interface Inside {
  readonly parent: Spot;
  readonly starts: Uint32Array;
  readonly owners: Uint32Array;
  readonly everyEntry: boolean;
}

/** A condition with its table entry's requirements. */
interface Known {
  readonly part: RunnableCondition;
  readonly comparator: Comparator;
  readonly operands: Operands;
  readonly preModifier: Comparator | undefined;
  readonly other: RuleField | undefined;
}

/** A cached result is valid while all of its inputs are the same. */
interface Kept {
  readonly from: readonly unknown[];
  readonly result: JudgedItems;
}

/** The operands of a condition. */
export const readConditionOperands = (condition: RunnableCondition): Operands =>
  toOperands(
    [condition.condition, condition.condition2, condition.condition3, condition.condition4],
    condition.conditionArrayMustMatchAll ?? false,
    condition.fieldArrayMustMatchAll ?? false,
  );

/**
 * Judges the reading of a value: undefined if the value has no such reading. `others` are the readings of the condition
 * data, if that is another field.
 */
const judgeReading = (comparator: Comparator, operands: Operands, now: number) => {
  const test = comparator.test(operands, now);
  const { whenMissing } = comparator;
  const needsAll = operands.matchAll || comparator.negated === true;
  return (reading: unknown, others: readonly unknown[] | undefined): boolean => {
    if (reading === undefined || others?.length === 0) return whenMissing;
    if (!others) return test(reading, undefined);
    const holds = (other: unknown) => (other === undefined ? whenMissing : test(reading, other));
    return needsAll ? others.every(holds) : others.some(holds);
  };
};

type Judge = (value: unknown, others: (() => readonly unknown[]) | undefined) => boolean;

/** Judges raw values; the entries of an array one by one, unless the comparator reads the whole array. */
const judgeValue = (comparator: Comparator, operands: Operands, now: number): Judge => {
  const read: (value: unknown) => unknown = readings[comparator.reads];
  const judge = judgeReading(comparator, operands, now);
  return (value, others) => {
    const holds = (item: unknown) =>
      judge(
        read(item),
        others?.().map((other) => read(other)),
      );
    if (readsWholeArray(comparator.reads) || !Array.isArray(value)) return holds(value);
    if (value.length === 0) return comparator.whenMissing;
    return operands.everyEntry ? value.every(holds) : value.some(holds);
  };
};

const looksIntoArrays = ({ reads }: Comparator, column: ValueColumn): boolean =>
  !readsWholeArray(reads) && column.hasArrays();

/** Each of the different values is judged once; the rest is a look-up. */
const metByValue = (column: ValueColumn, { comparator, operands }: Known, now: number) => {
  const judge = judgeReading(comparator, operands, now);
  const read = column.readingsOf(comparator.reads);
  const verdicts = new Uint8Array(read.length);
  for (let at = 0; at < verdicts.length; at++) verdicts[at] = judge(read[at], undefined) ? 1 : 0;
  if (looksIntoArrays(comparator, column)) {
    const judgeArray = judgeValue(comparator, operands, now);
    column.distinct().forEach((value, at) => {
      if (Array.isArray(value)) verdicts[at] = Number(judgeArray(value, undefined));
    });
  }
  // If all values differ, their order is that of the items.
  if (column.inOrder() && verdicts.length === column.values.length) return verdicts;
  const codes = column.codes();
  const met = new Uint8Array(codes.length);
  for (let item = 0; item < met.length; item++) met[item] = verdicts[codes[item] ?? 0] ?? 0;
  return met;
};

/** Beyond this number for one comparator the older ones are removed: operands are typed letter by letter. */
const maxKept = 512;
/** Judging fewer values takes no longer than finding their result. */
const fewValues = 32;

/** The same, cached: rules repeat conditions. Valid as long as the table's `kept`, which has a fixed current time. */
const metCached = (column: ValueColumn, known: Known, { kept, context }: RecordTable) => {
  if (column.values.length < fewValues) return metByValue(column, known, context.now);
  const { first, second, third, fourth, matchAll, everyEntry } = known.operands;
  const key = JSON.stringify([first, second, third, fourth, matchAll, everyEntry]);
  type ByComparator = Map<Comparator, Map<string, Uint8Array>>;
  const ofColumn = (kept.get(column) as ByComparator | undefined) ?? new Map();
  const verdicts = ofColumn.get(known.comparator) ?? new Map<string, Uint8Array>();
  kept.set(column, ofColumn.set(known.comparator, verdicts));
  const met = verdicts.get(key) ?? metByValue(column, known, context.now);
  if (verdicts.size >= maxKept) verdicts.clear();
  verdicts.set(key, met);
  return met;
};

/** The element of the object to which an item belongs. */
const elementOf = ({ inside }: Spot, item: number): number =>
  inside ? elementOf(inside.parent, inside.owners[item] ?? 0) : item;

/** Another field's values for each item: those of its own element if both are fields of one collection, else all. */
const othersOf = (spot: Spot, other: RuleField): ((item: number) => readonly unknown[]) => {
  const { table, scope, place, rows } = spot;
  const otherPlace = placeIn(scope, other);
  const { values } = table.columnOf(otherPlace);
  const { starts } = table.rowsOf(otherPlace);
  const isSameObject = otherPlace !== "value" && objectAt(otherPlace) === objectAt(place);
  return (item) => {
    const element = elementOf(spot, item);
    const record = rows.owners()[element] ?? 0;
    return isSameObject
      ? [values[element]].flat()
      : values.slice(starts[record], starts[record + 1]).flat();
  };
};

/** Judges each item with the other field's values. */
const metBeside = (column: ValueColumn, spot: Spot, known: Known, other: RuleField): Uint8Array => {
  const { comparator, operands } = known;
  const { table, scope, place, rows, inside } = spot;
  const { now, meter } = table.context;
  const otherPlace = placeIn(scope, other);
  const otherColumn = table.columnOf(otherPlace);
  const isSameObject = otherPlace !== "value" && objectAt(otherPlace) === objectAt(place);
  const isPair = !inside && !meter && (isSameObject || table.rowsOf(otherPlace).single);
  if (!isPair || otherColumn.hasArrays() || looksIntoArrays(comparator, column)) {
    const judge = judgeValue(comparator, operands, now);
    const others = meteredValues(othersOf(spot, other), meter);
    return Uint8Array.from(column.values, (value, item) =>
      Number(judge(value, () => others(item))),
    );
  }
  const judge = judgeReading(comparator, operands, now);
  const own = column.readingsOf(comparator.reads);
  const others = otherColumn.readingsOf(comparator.reads);
  const [codes, otherCodes, owners] = [column.codes(), otherColumn.codes(), rows.owners()];
  // One value for each element, as in nearly all cases: the list that contains it can be reused.
  const one: unknown[] = [undefined];
  const met = new Uint8Array(codes.length);
  for (let element = 0; element < met.length; element++) {
    one[0] = others[otherCodes[isSameObject ? element : (owners[element] ?? 0)] ?? 0];
    met[element] = judge(own[codes[element] ?? 0], one) ? 1 : 0;
  }
  return met;
};

/** The results of a pre-modifier, entry by entry in an array; the values themselves without one. */
const modifiedValues = ({ preModifier, operands }: Known, column: ValueColumn): ValueColumn => {
  const modify = preModifier?.preModifier?.modify(operands);
  if (!preModifier || !modify) return column;
  const read = readings[preModifier.reads];
  const modified = (value: unknown) => {
    const reading = read(value);
    return reading === undefined ? undefined : modify(reading);
  };
  return valueColumn(
    column.values.map((value) => (Array.isArray(value) ? value.map(modified) : modified(value))),
  );
};

/** The values of the entries that a condition selects by their name. */
const pickColumn = (column: ValueColumn, { comparator, operands }: Known): MadeColumn =>
  column.made(`${comparator.reads} ${operands.first}`, () => {
    const pick = comparator.pick?.(operands);
    const starts = new Uint32Array(column.values.length + 1);
    const values: unknown[] = [];
    column.values.forEach((value, item) => {
      for (const entry of pick?.(readings.entries(value) ?? []) ?? []) values.push(entry.value);
      starts[item + 1] = values.length;
    });
    return { column: valueColumn(values), starts };
  });

const noneSeen: SeenValues = { values: [], met: [], others: () => [] };

/** A condition that names something unknown, or is nested too deeply, is never met. */
const unknownCondition = (
  part: RunnableCondition,
  { table, column }: { readonly table: RecordTable; readonly column?: ValueColumn },
  children: readonly JudgedCondition[] = [],
): JudgedItems => {
  const holds = new Uint8Array(table.size);
  const judged = { part, own: holds, holds, children, seen: () => noneSeen };
  return {
    judged: { ...judged, met: undefined, objectHandle: undefined },
    items: new Uint8Array(column?.values.length ?? 0),
  };
};

/** From items to the elements of the object: any of an element's entries, or all of them with the parent's flag. */
const toElements = (items: Uint8Array, { inside }: Spot): Uint8Array =>
  inside
    ? toElements(
        bitsByRecord(items, { starts: inside.starts, single: false }, inside.everyEntry, false),
        inside.parent,
      )
    : items;

/** The first item of each record; undefined where items are elements. */
const firstItem = ({ inside, rows }: Spot, element: number): number =>
  inside ? (inside.starts[firstItem(inside.parent, element)] ?? 0) : (rows.starts[element] ?? 0);

const seenIn =
  (spot: Spot, known: Known, { values }: ValueColumn, items: Uint8Array) =>
  (record: number): SeenValues => {
    const [start, end] = [firstItem(spot, record), firstItem(spot, record + 1)];
    const others = known.other && othersOf(spot, known.other);
    return {
      values: values.slice(start, end),
      met: Array.from(items.subarray(start, end), Boolean),
      others: (index) => others?.(start + index) ?? [],
    };
  };

/** Every entry of an item must match where the condition's own flag says so. */
const withOwnFlag = (items: Uint8Array, known: Known, { inside }: Spot): Uint8Array => {
  if (!inside || inside.everyEntry || !known.operands.everyEntry) return items;
  const all = bitsByRecord(items, { starts: inside.starts, single: false }, true, false);
  return Uint8Array.from(inside.owners, (owner) => all[owner] ?? 0);
};

/** Named values: the condition selects the entries of a name, its child conditions judge their values. */
const judgeNamed = (known: Known, spot: Spot, depth: number): JudgedItems => {
  const { part, operands } = known;
  const { column, starts } = pickColumn(spot.column, known);
  const inside = {
    parent: spot,
    starts,
    owners: findOwners(starts),
    everyEntry: operands.everyEntry,
  };
  const children = inRankOrder(part.childConditions ?? []).map((child) =>
    judgeItems(child, { ...spot, column, inside }, depth + 1),
  );
  const entries = allBits(
    [new Uint8Array(column.values.length).fill(1), ...children.map(({ items }) => items)],
    column.values.length,
  );
  const items = bitsByRecord(entries, { starts, single: false }, operands.everyEntry, false);
  const judged = children.map((child) => child.judged);
  return makeResult(known, spot, spot.column, items, judged, false);
};

const makeResult = (
  known: Known,
  spot: Spot,
  seen: ValueColumn,
  found: Uint8Array,
  children: readonly JudgedCondition[],
  areChildrenRequired: boolean,
): JudgedItems => {
  const { part, comparator, operands } = known;
  const items = withOwnFlag(found, known, spot);
  const met = toElements(items, spot);
  const { inside, rows, place } = spot;
  const own = bitsByRecord(
    met,
    rows,
    inside?.everyEntry ?? operands.everyEntry,
    inside ? false : comparator.whenMissing,
  );
  const holds = areChildrenRequired
    ? allBits([own, ...children.map((child) => child.holds)], own.length)
    : own;
  return {
    items,
    judged: {
      part,
      own,
      holds,
      met,
      objectHandle: objectAt(place),
      children,
      seen: seenIn(spot, known, seen, items),
    },
  };
};

/** Reports what a condition reads: each value, and its operands for each entry of one. */
const meterValues = (
  values: readonly unknown[],
  operands: Operands,
  meter: RunMeter | undefined,
): void => {
  if (!meter) return;
  for (const value of values) {
    meter.read([value]);
    meter.used(joinOperands(operands), Array.isArray(value) ? Math.max(1, value.length) : 1);
  }
};

const judgePlain = (
  known: Known,
  spot: Spot,
  children: readonly JudgedCondition[],
): JudgedItems => {
  const { table } = spot;
  const column = modifiedValues(known, spot.column);
  meterValues(spot.column.values, known.operands, table.context.meter);
  const met = known.other
    ? metBeside(column, spot, known, known.other)
    : column === spot.column
      ? metCached(column, known, table)
      : metByValue(column, known, table.context.now);
  return makeResult(known, spot, column, met, children, true);
};

/** The requirements of a condition; undefined if it names something unknown. */
const findKnown = (part: RunnableCondition, { table }: Spot): Known | undefined => {
  const { catalogue } = table.context;
  const comparator = findComparator(part, catalogue);
  if (!comparator || hasUnknownPreModifier(part, catalogue)) return undefined;
  const operands = readConditionOperands(part);
  const other = comparator.usesOtherField ? findOtherField(operands.first, catalogue) : undefined;
  if (comparator.usesOtherField && !other) return undefined;
  return { part, comparator, operands, preModifier: findPreModifier(part, catalogue), other };
};

/** Child conditions on their own fields: all but those of named values. */
const judgeFurther = (
  part: RunnableCondition,
  table: RecordTable,
  scope: FieldScope,
  depth: number,
): JudgedCondition[] =>
  inRankOrder(part.childConditions ?? []).map((child) =>
    judgeCondition(child, table, scope, depth + 1),
  );

const flagsAround = ({ inside }: Spot): unknown[] =>
  inside ? [inside.everyEntry, inside.starts, ...flagsAround(inside.parent)] : [];

const judgeItems = (part: RunnableCondition, spot: Spot, depth: number): JudgedItems => {
  const { table, scope, column, rows, inside } = spot;
  if (depth > maxNesting) return unknownCondition(part, spot);
  const known = findKnown(part, spot);
  const isNamed = known?.comparator.pick !== undefined;
  const children = inside || isNamed ? [] : judgeFurther(part, table, scope, depth);
  if (!known) return unknownCondition(part, spot, children);
  if (known.comparator.pick) {
    meterValues(column.values, known.operands, table.context.meter);
    return judgeNamed(known, spot, depth);
  }
  const other = known.other && table.columnOf(placeIn(scope, known.other));
  const from = [column, rows, other, ...flagsAround(spot), ...children];
  const kept = table.kept.get(part) as Kept | undefined;
  if (kept?.from.length === from.length && kept.from.every((item, at) => item === from[at]))
    return kept.result;
  const result = judgePlain(known, spot, children);
  table.kept.set(part, { from, result });
  return result;
};

/**
 * Judges one condition on all records of a table (api 2.15). A field of a collection matches when any element does, or
 * with fieldArrayMustMatchAll when all do. A condition that names an unknown field or comparator never matches.
 */
export const judgeCondition = (
  part: RunnableCondition,
  table: RecordTable,
  scope: FieldScope,
  depth = 0,
): JudgedCondition => {
  if (depth > maxNesting) return unknownCondition(part, { table }).judged;
  const field = table.context.catalogue.fields.get(part.globalObjectFieldId ?? 0);
  if (!field) {
    const picks = findComparator(part, table.context.catalogue)?.pick;
    const children = picks ? [] : judgeFurther(part, table, scope, depth);
    return unknownCondition(part, { table }, children).judged;
  }
  const place = placeIn(scope, field);
  const [rows, column] = [table.rowsOf(place), table.columnOf(place)];
  return judgeItems(part, { table, scope, place, rows, column, inside: undefined }, depth).judged;
};
