import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { RuleVocabulary } from "./rule-words.ts";

/** Rules of product import: they convert suppliers' data to the catalog's. `set` returns a mapping set's id. */
export const productRules = (
  { act, fieldOperand, mappingRule, when }: RuleVocabulary,
  set: (name: string) => string,
): UpdateOrCreateMappingRule[] => [
  mappingRule(
    {
      event: "product_import",
      assigns: "product.brand",
      description: "One spelling for each brand, whatever the supplier's feed says.",
    },
    {
      name: "Brand: one spelling",
      always: true,
      run: [
        act("mapping.value", "trim", [], { as: "string" }),
        act("mapping.value", "mapping_set", [set("Brand spellings")], { as: "string" }),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      assigns: "product.title",
      description: "Titles come in capitals from three suppliers; trademarks signs go.",
    },
    {
      name: "Title: clean up capitals and signs",
      any: [
        [
          when("product.title", "string_exists"),
          when("product.brand", "string_in_list", ["Hartwell, Ironbridge, Zwingmann"]),
        ],
        [when("product.title", "string_contains", ["™"])],
      ],
      run: [
        act("mapping.value", "replace", ["™", ""], { as: "string" }),
        act("mapping.value", "lowercase", [], { as: "string" }),
        act("mapping.value", "capitalize_each_word", [], { as: "string" }),
        act("mapping.value", "trim", [], { as: "string" }),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      assigns: "product.description",
      description: "Feeds escape their HTML twice. Decode it, then close with the care line.",
    },
    {
      name: "Description: decode and close with care",
      any: [[when("product.description", "string_contains", ["&lt;p&gt;"])]],
      run: [
        act("mapping.value", "decode_html", [], { as: "string" }),
        act("mapping.value", "append_as_sentence", ["See the care label before first use"], {
          as: "string",
        }),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      assigns: "product.description",
      description: "No description: make one of the attributes, so that no listing goes out empty.",
    },
    {
      name: "Description: fall back to the attributes",
      any: [
        [
          when("product.description", "string_does_not_exist"),
          when("product.attributes", "array_not_empty"),
        ],
      ],
      run: [
        act("mapping.value", "attributes_to_html", [fieldOperand("product.attributes")], {
          as: "string",
        }),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      dataType: "attributes",
      description: "Material drives search filters. Suppliers call oak many things.",
    },
    {
      name: "Material: name the wood",
      any: [
        [
          when("product.attributes", "attributes_default", ["Material"], {
            children: [
              when("product.title", "string_contains", ["oak"]),
              when("product.title", "string_not_contains", ["veneer"]),
            ],
          }),
        ],
      ],
      run: [
        act("product.attributes", "attribute_modify", ["Material"], {
          children: [
            act("product.title", "replace", ["oak wood", "Oak"]),
            act("product.title", "sentence_case"),
          ],
        }),
        act("product.attributes", "attribute_add", ["Wood", "Oak"]),
        act("product.attributes", "attribute_remove", ["Supplier grade"]),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      assigns: "product.tags",
      description: "Tags that merchandising filters by.",
    },
    {
      name: "Tags: new, clearance, fragile",
      type: "tier",
      always: true,
      run: [],
      children: [
        {
          name: "New in the last 30 days",
          any: [[when("product.inserted_at", "date_within_last", ["30", "days"])]],
          run: [act("product.tags", "set", ["new"])],
        },
        {
          name: "Clearance",
          any: [[when("product.updated_at", "date_older_than", ["12", "months"])]],
          run: [act("product.tags", "set", ["clearance"])],
        },
        {
          name: "Glass and ceramics",
          any: [
            [
              when("product.category_three", "category_in_list", [
                "Vases & Vessels, Drinkware, Mirrors",
              ]),
            ],
          ],
          run: [act("product.tags", "set", ["fragile"])],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      dataType: "string",
      description: "UPCs that lost their leading zero in a spreadsheet.",
    },
    {
      name: "UPC: put the leading zero back",
      any: [[when("variant.upc", "equal_to", ["11"], { pre: "string_length" })]],
      run: [act("variant.upc", "left_pad", ["12", "0"], { matchedOnly: true })],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      dataType: "string",
      description:
        "Part numbers with two dashes or more carry the finish at the end. Keep the first part.",
    },
    {
      name: "MPN: drop the finish suffix",
      any: [
        [
          when("variant.mpn", "greater_than_equal_to", ["2", "-"], {
            pre: "string_occurrence_of_character",
          }),
        ],
      ],
      run: [act("variant.mpn", "split_by_value", ["-", "1"], { matchedOnly: true })],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      dataType: "variant_options",
      description: "Finish values as marketplaces know them.",
    },
    {
      name: "Finish: marketplace color",
      any: [
        [when("variant.option_values", "variant_options_default", ["Finish"])],
        [when("variant.option_values", "variant_options_default", ["Color"])],
      ],
      run: [
        act("variant.option_values", "variant_option_modify", ["Finish"], {
          matchedOnly: true,
          children: [
            act("variant.title", "mapping_set", [set("Color names → marketplace colors")]),
          ],
        }),
        act("variant.option_values", "variant_option_remove", ["Supplier color code"]),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      dataType: "custom_aggregate_fields",
      description: "A second search field for the storefront.",
    },
    {
      name: "Aggregates: search words",
      any: [[when("product.aggregates", "custom_aggregate_field_default", ["search_words"])]],
      run: [
        act("product.aggregates", "custom_aggregate_field_add", [
          "search_words",
          "lamp, light, lighting",
        ]),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      dataType: "number",
      description: "Dimensional weight is billed when it is the greater one.",
    },
    {
      name: "Weight: bill the dimensional weight",
      any: [
        [
          when("variant.dimensional_weight", "greater_than_field", [
            fieldOperand("variant.weight"),
          ]),
          when("variant.weight_unit", "string_option_equal_to", ["pound"]),
        ],
      ],
      run: [
        act(
          "variant.estimated_shipping_cost",
          "set",
          ["4.95 + {variant.dimensional_weight} * 0.62"],
          { matchedOnly: true, scope: "correlated" },
        ),
      ],
    },
  ),
  mappingRule(
    {
      event: "product_import",
      assigns: "product.bullet_points",
      dataType: "array",
      description:
        "Work in progress: split the feature list into bullet points. Waits for the feed's new separator.",
    },
    { name: "Bullet points: split the feature list (draft)", any: [], run: [] },
  ),
];
