import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
/** The response of GET /workflow/meta-data. */
export declare const workflowMetaData: WorkflowMetaData;
/** The same for the rule engine. */
export declare const workflowCatalogue: import("#rules/rule-catalogue.ts").RuleCatalogue;
/** The catalogue's records by id. */
export declare const workflowRecords: {
  readonly dataTypes: ReadonlyMap<
    number,
    {
      id: number;
      name: string;
      handle: import("../contract/primitives").Open<
        | "array"
        | "attributes"
        | "boolean"
        | "builder_action"
        | "category_copy"
        | "category_in_list"
        | "custom_action"
        | "custom_aggregate_fields"
        | "custom_fields"
        | "date"
        | "images"
        | "inherited"
        | "number"
        | "numeric_options"
        | "string"
        | "string_options"
        | "tags"
        | "variant_options"
      >;
    }
  >;
  readonly comparators: ReadonlyMap<
    number,
    {
      id: number;
      globalDataTypeId: number;
      name: string;
      handle: import("../contract/primitives").Open<
        | "array_empty"
        | "array_not_empty"
        | "array_size_equals"
        | "array_size_greater_than"
        | "array_size_less_than"
        | "attributes_default"
        | "boolean_equal_to"
        | "category_in_list"
        | "custom_aggregate_field_default"
        | "custom_fields_default"
        | "date_greater_than"
        | "date_greater_than_equals"
        | "date_older_than"
        | "date_older_than_equals"
        | "date_within_last"
        | "decimal_place_value"
        | "equal_to"
        | "equal_to_field"
        | "greater_than"
        | "greater_than_equal_to"
        | "greater_than_equal_to_field"
        | "greater_than_field"
        | "less_than"
        | "less_than_equal_to"
        | "less_than_equal_to_field"
        | "less_than_field"
        | "number_does_not_exist"
        | "number_exists"
        | "option_equal_to"
        | "option_not_equal_to"
        | "percent_greater_than_equal_to_field"
        | "percent_greater_than_field"
        | "percent_less_than_equal_to_field"
        | "percent_less_than_field"
        | "string_contains"
        | "string_contains_case_sensitive"
        | "string_does_not_exist"
        | "string_ends_with"
        | "string_ends_with_case_sensitive"
        | "string_equal_to"
        | "string_equal_to_case_sensitive"
        | "string_equals_field"
        | "string_equals_field_case_sensitive"
        | "string_exists"
        | "string_in_list"
        | "string_in_list_case_sensitive"
        | "string_length"
        | "string_not_contains"
        | "string_not_contains_case_sensitive"
        | "string_not_ends_with"
        | "string_not_ends_with_case_sensitive"
        | "string_not_equal_to"
        | "string_not_equal_to_case_sensitive"
        | "string_not_equals_field"
        | "string_not_equals_field_case_sensitive"
        | "string_not_in_list"
        | "string_not_in_list_case_sensitive"
        | "string_not_starts_with"
        | "string_not_starts_with_case_sensitive"
        | "string_occurrence_of_character"
        | "string_option_equal_to"
        | "string_option_not_equal_to"
        | "string_starts_with"
        | "string_starts_with_case_sensitive"
        | "tag_contains"
        | "tag_does_not_contain"
        | "variant_options_default"
      >;
      hideInput?: boolean | null | undefined;
      usesOtherField: boolean;
      preModifier?: boolean | null | undefined;
      preModifierResultGlobalDataTypeId?: number | null | undefined;
      usesList?: boolean | null | undefined;
    }
  >;
  readonly actions: ReadonlyMap<
    number,
    {
      id: number;
      name: string;
      handle: import("../contract/primitives").Open<
        | "add"
        | "add_field"
        | "all_po_line_items_custom_fields_to_text"
        | "append_as_sentence"
        | "apply_custom_action"
        | "attribute_add"
        | "attribute_modify"
        | "attribute_remove"
        | "attributes_to_html"
        | "capitalize_each_word"
        | "custom_aggregate_field_add"
        | "custom_aggregate_field_modify"
        | "custom_aggregate_field_remove"
        | "custom_field_add"
        | "custom_field_modify"
        | "custom_field_remove"
        | "decode_html"
        | "divide_by"
        | "divide_by_field"
        | "left_pad"
        | "lowercase"
        | "mapping_set"
        | "multiply"
        | "multiply_by_field"
        | "option_set"
        | "percent_change"
        | "po_custom_fields_to_text"
        | "postfix"
        | "postfix_with_field"
        | "prefix"
        | "prefix_with_field"
        | "replace"
        | "replace_case_sensitive"
        | "replace_character_at_index"
        | "replace_character_occurrence"
        | "right_pad"
        | "sentence_case"
        | "set"
        | "set_decimal"
        | "set_ones_place_value_to"
        | "set_to_empty"
        | "set_to_field"
        | "split_by_value"
        | "substring"
        | "subtract"
        | "subtract_field"
        | "trim"
        | "uppercase"
        | "variant_option_add"
        | "variant_option_modify"
        | "variant_option_remove"
      >;
      hideInput?: boolean | null | undefined;
      usesOtherField: boolean;
      formula: boolean;
      globalDataTypeId?: number | null | undefined;
      formulaCanRunAgainstGlobalObjectIds: number[];
      globalDataTypeFilterIds: number[];
    }
  >;
  readonly ruleTypes: ReadonlyMap<
    number,
    {
      id: number;
      handle: import("../contract/primitives").Open<"conditional" | "tier">;
      name: string;
    }
  >;
  readonly events: ReadonlyMap<
    number,
    {
      id: number;
      name: string;
      handle?: string | null | undefined;
      description?: string | null | undefined;
      globalObjectIds: number[];
    }
  >;
  readonly fields: ReadonlyMap<
    number,
    {
      id: number;
      globalObjectId: number;
      globalDataTypeId: number;
      globalDataTypeFilterId?: number | null | undefined;
      name: string;
      handle: string;
      description?: string | null | undefined;
      options: {
        value: string;
        name?: string | null | undefined;
      }[];
    }
  >;
};
