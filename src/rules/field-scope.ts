import type { DataTypeHandle } from "#contract/handles.ts";
import type { Place } from "./field-values.ts";
import { findPlace } from "./field-values.ts";
import type { RuleField } from "./rule-catalogue.ts";

/** The resolution of fields in a mapping rule that runs over many records. */
export interface FieldScope {
  readonly assigned: RuleField | undefined;
  readonly inheritedType: DataTypeHandle | undefined;
  /** Whether the template supplies a value for every record; otherwise for none. */
  readonly given: boolean;
}

/** The place of a field's values. */
export const placeIn = ({ assigned, given }: FieldScope, field: RuleField): Place =>
  findPlace({ assigned, value: given ? true : undefined }, field);

/** The object whose elements have a place; undefined for the template's value. */
export const objectAt = (place: Place): string | undefined =>
  place === "value" ? undefined : place.field.objectHandle;
