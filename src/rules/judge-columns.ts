import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { allBits, bitsByRecord, bothBits } from "./bit-columns.ts";
import type { Comparator } from "./comparator.ts";
import type { ElementRows } from "./element-rows.ts";
import { applyPreModifier, readConditionOperands } from "./evaluate-condition.ts";
import type { FieldScope } from "./field-scope.ts";
import { objectAt, placeIn } from "./field-scope.ts";
import type { Place } from "./field-values.ts";
import type { BesideColumn } from "./met-in-column.ts";
import { metBeside, metByValue, pickedColumn } from "./met-in-column.ts";
import { matchWithCache } from "./match-with-cache.ts";
import type { Operands } from "./operands.ts";
import type { RecordTable } from "./record-table.ts";
import type { RuleField } from "./rule-catalogue.ts";
import { findComparator, findOtherField, findPreModifier } from "./rule-catalogue.ts";
import type { RunnableCondition } from "./runnable-rule.ts";
import type { MadeColumn, ValueColumn } from "./value-column.ts";
import { valueColumn } from "./value-column.ts";

/** The result of a condition on all records of a table. */
export interface JudgedCondition {
  readonly part: RunnableCondition;
  /** By record; child conditions included. */
  readonly holds: Uint8Array;
  /** By element; undefined if the condition names something unknown. */
  readonly met: Uint8Array | undefined;
  /** The object whose elements `met` describes; undefined for the template's value. */
  readonly objectHandle: string | undefined;
  readonly children: readonly JudgedCondition[];
}

/** The values of a condition, and their place. */
interface Spot {
  readonly table: RecordTable;
  readonly scope: FieldScope;
  readonly place: Place;
  readonly rows: ElementRows;
  readonly column: ValueColumn;
  /** For child conditions of a named value: the elements that have it. They count like their parent's elements. */
  readonly picked?: Pick<MadeColumn, "present"> & { readonly mustMatchAll: boolean };
}

/** A condition with its table entry's requirements. */
interface Known {
  readonly part: RunnableCondition;
  readonly comparator: Comparator;
  readonly operands: Operands;
  readonly other: RuleField | undefined;
  readonly mustMatchAll: boolean;
  readonly named: MadeColumn | undefined;
}

/** A cached verdict is valid while all of its inputs are the same. */
interface Kept {
  readonly from: readonly unknown[];
  readonly judged: JudgedCondition;
}

const unknownCondition = (
  part: RunnableCondition,
  { size }: RecordTable,
  children: readonly JudgedCondition[] = [],
): JudgedCondition => ({
  part,
  holds: new Uint8Array(size),
  met: undefined,
  objectHandle: undefined,
  children,
});

/** Another field's values for each element, as `otherValues` returns them for one record. */
const besideColumn = ({ table, scope, place, rows }: Spot, other: RuleField): BesideColumn => {
  const otherPlace = placeIn(scope, other);
  const column = table.columnOf(otherPlace);
  const { starts, single } = table.rowsOf(otherPlace);
  if (otherPlace !== "value" && objectAt(otherPlace) === objectAt(place)) {
    return {
      column,
      placeOf: (element) => element,
      valuesOf: (element) => [column.values[element]].flat(),
    };
  }
  const owners = rows.owners();
  return {
    column,
    placeOf: single ? (element) => owners[element] ?? 0 : undefined,
    valuesOf: (element) => {
      const record = owners[element] ?? 0;
      return column.values.slice(starts[record], starts[record + 1]).flat();
    },
  };
};

/** The elements that match a condition without its child conditions. */
const metAlone = (known: Known, spot: Spot): Uint8Array => {
  const { part, comparator, operands, other, mustMatchAll } = known;
  const { catalogue, now } = spot.table.context;
  const judging = { comparator, operands, now, mustMatchAll };
  const modify = applyPreModifier(findPreModifier(part, catalogue), operands);
  if (!modify && !other) return matchWithCache(spot.column, judging, spot.table);
  const column = modify
    ? valueColumn(spot.column.values.map((value) => modify(value)))
    : spot.column;
  return other
    ? metBeside(column, besideColumn(spot, other), judging)
    : metByValue(column, judging);
};

const metAt = (known: Known, spot: Spot, children: readonly JudgedCondition[]): Uint8Array => {
  const size = spot.column.values.length;
  const own = known.named
    ? [known.named.present, ...children.map(({ met }) => met ?? new Uint8Array(size))]
    : [metAlone(known, spot)];
  return allBits(spot.picked ? [...own, spot.picked.present] : own, size);
};

const judge = (known: Known, spot: Spot, children: readonly JudgedCondition[]): JudgedCondition => {
  const { part, comparator, mustMatchAll, named } = known;
  const { rows, picked, place } = spot;
  const met = metAt(known, spot, children);
  const alone = picked
    ? bothBits(
        bitsByRecord(met, rows, picked.mustMatchAll, false),
        bitsByRecord(picked.present, rows, false, false),
      )
    : bitsByRecord(met, rows, mustMatchAll, comparator.whenMissing);
  // Child conditions of a named value were evaluated for each element; others must match as well.
  const all = named ? [alone] : [alone, ...children.map(({ holds }) => holds)];
  return { part, holds: allBits(all, alone.length), met, objectHandle: objectAt(place), children };
};

const knownCondition = (part: RunnableCondition, { table, column }: Spot): Known | undefined => {
  const { catalogue } = table.context;
  const comparator = findComparator(part, catalogue);
  if (!comparator) return undefined;
  const operands = readConditionOperands(part);
  return {
    part,
    comparator,
    operands,
    other: comparator.usesOtherField ? findOtherField(operands.first, catalogue) : undefined,
    mustMatchAll: part.fieldArrayMustMatchAll ?? false,
    named: comparator.pick && pickedColumn(column, comparator, operands),
  };
};

/** Child conditions on their own fields: all but those of named values. */
const furtherConditions = (
  part: RunnableCondition,
  table: RecordTable,
  scope: FieldScope,
  depth: number,
): JudgedCondition[] =>
  findComparator(part, table.context.catalogue)?.pick
    ? []
    : inRankOrder(part.childConditions ?? []).map((child) =>
        judgeCondition(child, table, scope, depth + 1),
      );

const judgeChildren = (
  part: RunnableCondition,
  known: Known | undefined,
  spot: Spot,
  depth: number,
): JudgedCondition[] => {
  if (!known?.named)
    return spot.picked ? [] : furtherConditions(part, spot.table, spot.scope, depth);
  const { named, mustMatchAll } = known;
  const picked = { present: named.present, mustMatchAll };
  return inRankOrder(part.childConditions ?? []).map((child) =>
    judgeSpot(child, { ...spot, column: named.column, picked }, depth + 1),
  );
};

const judgeSpot = (part: RunnableCondition, spot: Spot, depth: number): JudgedCondition => {
  const { table, scope, picked } = spot;
  if (depth > maxNesting) return unknownCondition(part, table);
  const known = knownCondition(part, spot);
  const children = judgeChildren(part, known, spot, depth);
  if (!known || (known.comparator.usesOtherField && !known.other))
    return unknownCondition(part, table, children);
  const other = known.other && table.columnOf(placeIn(scope, known.other));
  const from = [spot.column, spot.rows, other, picked?.present, picked?.mustMatchAll, ...children];
  const kept = table.kept.get(part) as Kept | undefined;
  if (kept?.from.length === from.length && kept.from.every((item, at) => item === from[at]))
    return kept.judged;
  const judged = judge(known, spot, children);
  table.kept.set(part, { from, judged } satisfies Kept);
  return judged;
};

/** Evaluates one condition on the records of a table, as `evaluateCondition` does on one record. */
export const judgeCondition = (
  part: RunnableCondition,
  table: RecordTable,
  scope: FieldScope,
  depth = 0,
): JudgedCondition => {
  const field = table.context.catalogue.fields.get(part.globalObjectFieldId ?? 0);
  if (depth > maxNesting) return unknownCondition(part, table);
  if (!field) return unknownCondition(part, table, furtherConditions(part, table, scope, depth));
  const place = placeIn(scope, field);
  const [rows, column] = [table.rowsOf(place), table.columnOf(place)];
  return judgeSpot(part, { table, scope, place, rows, column }, depth);
};
