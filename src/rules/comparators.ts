import type { ComparatorHandle } from "#contract/handles.ts";
import type { Comparator } from "./comparator.ts";
import { dateComparators } from "./comparators/dates.ts";
import { entryComparators } from "#rules/comparators/lists.ts";
import { listComparators } from "./comparators/lists.ts";
import { numberComparators } from "./comparators/numbers.ts";
import { optionComparators } from "./comparators/options.ts";
import { stringComparators } from "./comparators/strings.ts";

/** Every comparator of api 2.15 by its handle; a handle without an entry does not compile. */
export const comparators = {
  ...stringComparators,
  ...numberComparators,
  ...dateComparators,
  ...optionComparators,
  ...listComparators,
  ...entryComparators,
} as const satisfies Record<ComparatorHandle, Comparator>;
