import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { RuleVocabulary } from "./rule-words.ts";

/** Rules of listings: the content that the channels show. `set` returns a mapping set's id. */
export const listingRules = (
  { act, fieldOperand, mappingRule, when }: RuleVocabulary,
  set: (name: string) => string,
): UpdateOrCreateMappingRule[] => [
  mappingRule(
    {
      event: "listing_publish",
      assigns: "product.title",
      original: true,
      description: "Bayline wants the brand first and no more than 80 characters.",
    },
    {
      name: "Bayline title: brand first, 80 characters",
      any: [
        [
          when("product.title", "string_not_starts_with", ["Alder & Quay"]),
          when("product.title", "greater_than", ["80"], { pre: "string_length" }),
        ],
      ],
      run: [
        act("mapping.value", "prefix_with_field", [fieldOperand("product.brand"), " "], {
          as: "string",
        }),
        act("mapping.value", "substring", ["0", "80"], { as: "string" }),
        act("mapping.value", "trim", [], { as: "string" }),
      ],
    },
  ),
  mappingRule(
    {
      event: "listing_publish",
      assigns: "product.custom_action",
      description: "Browse node by leaf category. Products without a category are held.",
    },
    {
      name: "Bayline browse node",
      any: [
        [
          when("product.category_three", "category_in_list", [
            "Pendant Lights, Floor & Table Lamps, Wall Sconces, Mirrors, Frying Pans & Skillets",
          ]),
        ],
      ],
      run: [
        act("product.custom_fields", "custom_field_add", ["browse_node", "5486429011"]),
        act("product.custom_action", "apply_custom_action", ["assign_browse_node"], {
          metaData: '{"node":"5486429011","fallback":null}',
        }),
      ],
      children: [
        {
          name: "Hold without a category",
          any: [[when("product.category_three", "category_in_list", ["Unsorted"])]],
          run: [act("product.builder_action", "option_set", ["skip"])],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "listing_publish",
      dataType: "builder_action",
      description: "Products without an image are not listed.",
    },
    {
      name: "No picture, no listing",
      any: [[when("product.images", "array_empty")]],
      run: [act("product.builder_action", "option_set", ["skip"])],
    },
  ),
  mappingRule(
    {
      event: "listing_publish",
      dataType: "builder_action",
      description: "Firearms and ammunition are not allowed on marketplaces.",
    },
    {
      name: "Keep licensed goods off marketplaces",
      any: [
        [
          when("product.category_one", "category_in_list", ["Optics & Hunting"]),
          when("product.title", "string_in_list", [
            "Bolt-Action Rifle, Mountain Rifle, Over-Under Shotgun, Semi-Auto Shotgun",
          ]),
        ],
        [when("product.tags", "tag_contains", ["licensed"])],
      ],
      run: [act("product.builder_action", "option_set", ["skip"])],
    },
  ),
  mappingRule(
    {
      event: "listing_publish",
      assigns: "product.description",
      description: "Kaufhaus Südstern does not allow links or scripts in descriptions.",
    },
    {
      name: "Südstern: Beschreibung ohne Links",
      any: [
        [when("product.description", "string_contains", ["http"])],
        [when("product.description", "string_contains", ["www."])],
      ],
      run: [
        act("mapping.value", "replace", ["https://", ""], { as: "string" }),
        act("mapping.value", "replace", ["www.", ""], { as: "string" }),
      ],
    },
  ),
  mappingRule(
    {
      event: "listing_publish",
      dataType: "string",
      description: "Swatch names on marketplace listings, from the mapping set only.",
    },
    {
      name: "Swatch: color family",
      any: [
        [when("variant.title", "string_ends_with", ["Brass"])],
        [when("variant.title", "string_ends_with", ["Black"])],
      ],
      run: [
        act("variant.title", "postfix", [" – color family"], { matchedOnly: true }),
        act("variant.description", "mapping_set", [set("Units in words")], { matchedOnly: true }),
      ],
    },
  ),
];
