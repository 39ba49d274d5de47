import type { DataTypeHandle } from "#contract/handles.ts";
import type { Place } from "./field-values.ts";
import { placeOf } from "./field-values.ts";
import type { RuleField } from "./rule-catalogue.ts";

/** What fields stand for in a mapping rule, when it runs over many records. */
export interface FieldScope {
  readonly assigned: RuleField | undefined;
  readonly inheritedType: DataTypeHandle | undefined;
  /** Whether the template gives every record a value; else it gives none. */
  readonly given: boolean;
}

/** Where a field's values are. */
export const placeIn = ({ assigned, given }: FieldScope, field: RuleField): Place =>
  placeOf({ assigned, value: given ? true : undefined }, field);

/** The object at whose elements a place is; undefined for the template's value. */
export const objectAt = (place: Place): string | undefined =>
  place === "value" ? undefined : place.field.objectHandle;
