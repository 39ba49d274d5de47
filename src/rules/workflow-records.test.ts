import { describe, expect, test } from "vitest";
import { actionHandles, comparatorHandles } from "#contract/handles.ts";
import { anyAction, anyComparator } from "#rules/testing/handles.ts";
import { actionId, comparatorId, dataTypeId, tableRecords } from "./workflow-records.ts";

const { actions, comparators } = tableRecords();

/** The handles whose records, all of them or none, have a flag. */
const flagged = <R extends { readonly handle: string }>(
  records: readonly R[],
  flag: (record: R) => unknown,
): readonly string[] => {
  const handles = [...new Set(records.map(({ handle }) => handle))];
  return handles.filter((handle) => records.some((each) => each.handle === handle && flag(each)));
};

/* The lists below are those of the reference, whose handles come before all others. */
const documentedHandles: ReadonlySet<string> = new Set([
  ...comparatorHandles.slice(0, 67),
  ...actionHandles.slice(0, 51),
]);
const documented = <R extends { readonly handle: string }>(records: readonly R[]): readonly R[] =>
  records.filter(({ handle }) => documentedHandles.has(handle));
const sorted = (handles: readonly string[]) => handles.toSorted();

describe("comparators as records (api 2.15)", () => {
  test("one for each data type in the table, with ids derived from both", () => {
    expect(comparators.map(({ handle, globalDataTypeId }) => [handle, globalDataTypeId])).toEqual(
      comparatorHandles.flatMap((handle) =>
        anyComparator[handle].dataTypes.map((type) => [handle, dataTypeId(type)]),
      ),
    );
    expect(comparators.map(({ id }) => id)).toEqual(
      comparatorHandles.flatMap((handle) =>
        anyComparator[handle].dataTypes.map((type) => comparatorId(handle, type)),
      ),
    );
  });

  test("comparators without input hide it", () => {
    expect(sorted(flagged(documented(comparators), ({ hideInput }) => hideInput))).toEqual([
      "array_empty",
      "array_not_empty",
      "number_does_not_exist",
      "number_exists",
      "string_does_not_exist",
      "string_exists",
    ]);
  });

  test("exactly those that use another field have the flag", () => {
    expect(flagged(documented(comparators), ({ usesOtherField }) => usesOtherField)).toEqual(
      comparatorHandles
        .slice(0, 67)
        .filter((handle) => /_field(_|$)/.test(handle) && !handle.startsWith("custom")),
    );
  });

  test("exactly those that use a list have the flag", () => {
    expect(flagged(documented(comparators), ({ usesList }) => usesList)).toEqual(
      comparatorHandles.slice(0, 67).filter((handle) => handle.includes("in_list")),
    );
  });

  test("pre-modifiers return numbers; the others have no result type", () => {
    expect(flagged(documented(comparators), ({ preModifier }) => preModifier)).toEqual([
      "decimal_place_value",
      "string_length",
      "string_occurrence_of_character",
    ]);
    for (const { preModifier, preModifierResultGlobalDataTypeId } of comparators)
      expect(preModifierResultGlobalDataTypeId).toBe(preModifier ? dataTypeId("number") : null);
  });
});

describe("actions as records (api 2.15)", () => {
  test("one for each data type in the table, with ids derived from both", () => {
    expect(
      actions.map(({ id, handle, globalDataTypeId }) => [id, handle, globalDataTypeId]),
    ).toEqual(
      actionHandles.flatMap((handle) =>
        anyAction[handle].dataTypes.map((type) => [
          actionId(handle, type),
          handle,
          dataTypeId(type),
        ]),
      ),
    );
  });

  test("actions without input hide it", () => {
    expect(sorted(flagged(documented(actions), ({ hideInput }) => hideInput))).toEqual([
      "capitalize_each_word",
      "decode_html",
      "lowercase",
      "sentence_case",
      "set_to_empty",
      "trim",
      "uppercase",
    ]);
  });

  test("exactly those that use another field have the flag", () => {
    const named = actionHandles
      .slice(0, 51)
      .filter((handle) => /(by|with|to|add|subtract)_field$/.test(handle));
    expect(sorted(flagged(documented(actions), ({ usesOtherField }) => usesOtherField))).toEqual(
      sorted([...named, "attributes_to_html"]),
    );
  });

  test("a formula is allowed exactly where a number is set", () => {
    expect(actions.filter(({ formula }) => formula).map(({ id }) => id)).toEqual([
      actionId("set", "number"),
    ]);
  });

  test("an operand that names a field is the first, and has the flag", () => {
    for (const entry of [...Object.values(anyComparator), ...Object.values(anyAction)])
      expect(entry.operands.map(({ kind }) => kind).indexOf("field")).toBe(
        entry.usesOtherField ? 0 : -1,
      );
  });
});
