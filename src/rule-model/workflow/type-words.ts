import type { DataTypeHandle } from "#contract/handles.ts";

/** The name of each data type on the screen (api 2.15 gives handles; its names are the handles again). */
const words: Readonly<Record<DataTypeHandle, string>> = {
  string: "Text",
  number: "Number",
  boolean: "Yes or no",
  numeric_options: "Choice",
  custom_action: "Custom action",
  array: "List",
  inherited: "Same as the rule",
  date: "Date",
  attributes: "Attributes",
  string_options: "Choice",
  custom_fields: "Custom fields",
  category_copy: "Category",
  custom_aggregate_fields: "Aggregates",
  images: "Images",
  variant_options: "Options",
  tags: "Tags",
  builder_action: "Builder action",
  category_in_list: "Category",
};

/** The name of a data type; an unknown one keeps the name the API gives it. */
export const typeWords = (handle: string, name: string): string =>
  Object.hasOwn(words, handle) ? words[handle as DataTypeHandle] : name;
