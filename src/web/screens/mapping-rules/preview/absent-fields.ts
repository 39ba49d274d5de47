import { listElements, valueAt } from "#rules/field-values.ts";
import type { RuleCatalogue, RuleField } from "#rules/rule-catalogue.ts";
import type { SampleRecord } from "./preview-session.ts";

/** The number of samples checked: a field that the API does not give is missing from all. */
export const maxChecked = 100;

const isGiven = ({ objectHandle, path }: RuleField, { record }: SampleRecord): boolean =>
  listElements(record, objectHandle).some((element) => valueAt(element, path) !== undefined);

export const hasElement = ({ objectHandle }: RuleField, { record }: SampleRecord): boolean =>
  listElements(record, objectHandle).length > 0;

/** The fields, of those with these ids, that none of the samples has. */
export const absentFields = (
  ids: Iterable<number>,
  samples: readonly SampleRecord[],
  { fields }: RuleCatalogue,
): RuleField[] => {
  const some = samples.slice(0, maxChecked);
  return [...ids]
    .map((id) => fields.get(id))
    .filter((field) => field !== undefined)
    .filter(
      (field) =>
        field.dataType !== "inherited" &&
        some.some((sample) => hasElement(field, sample)) &&
        !some.some((sample) => isGiven(field, sample)),
    );
};
