import type { ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparator } from "#rules/comparator.ts";
import { pickEntries } from "#rules/pick-entries.ts";

/**
 * Named values (neighbours): the condition selects the entries with a name, its child conditions compare their values.
 * Without child conditions the condition matches if there is one.
 */
const named = (dataType: DataTypeHandle, word: string): Comparator =>
  comparator({
    label: "has",
    explanation: `Selects the ${word} by name, each of them if there are several. Without child conditions, matches if it exists.`,
    sentence: "has {1}",
    denial: "has no {1}",
    dataTypes: [dataType],
    operands: [{ kind: "key", label: "Name" }],
    whenMissing: false,
    reads: "entries",
    test: ({ first }) => {
      const pick = pickEntries(first);
      return (entries) => pick(entries).length > 0;
    },
    pick: ({ first }) => pickEntries(first),
    example: { value: [{ name: "Material", value: "Oak" }], operands: ["material"], holds: true },
  });

/** Comparators of named values. Handles of api 2.15. */
export const entryComparators = {
  attributes_default: named("attributes", "attribute"),
  custom_fields_default: named("custom_fields", "custom field"),
  custom_aggregate_field_default: named("custom_aggregate_fields", "aggregate"),
  variant_options_default: named("variant_options", "option"),
} as const satisfies Partial<Record<ComparatorHandle, Comparator>>;
