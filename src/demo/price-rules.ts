import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { RuleVocabulary } from "./rule-words.ts";

const markupTiers = `{"version":2,"tiers":[{"from":0,"to":25,"markup":1.62},{"from":25,"to":120,"markup":1.48},{"from":120,"to":null,"markup":1.37}]}`;

/** Rules of prices and quantities for the channels. */
export const priceRules = ({
  act,
  fieldOperand,
  mappingRule,
  when,
}: RuleVocabulary): UpdateOrCreateMappingRule[] => [
  mappingRule(
    {
      event: "inventory_sync",
      assigns: "variant.price",
      dataType: "number",
      description:
        "Markup by cost. The first tier that matches wins; changed in the pricing round of March.",
    },
    {
      name: "Marketplace price: markup by cost",
      type: "tier",
      always: true,
      tierData: markupTiers,
      children: [
        {
          name: "Cost below 25",
          any: [[when("variant.cost", "less_than", ["25"])]],
          run: [
            act("variant.price", "set", ["{variant.cost} * 1.62"], {
              matchedOnly: true,
              scope: "correlated",
            }),
            act("variant.price", "set_decimal", ["99"], { matchedOnly: true }),
          ],
        },
        {
          name: "Cost 25 to 120",
          any: [
            [
              when("variant.cost", "greater_than_equal_to", ["25"]),
              when("variant.cost", "less_than", ["120"]),
            ],
          ],
          run: [
            act("variant.price", "set", ["{variant.cost} * 1.48"], {
              matchedOnly: true,
              scope: "correlated",
            }),
            act("variant.price", "set_decimal", ["99"], { matchedOnly: true }),
          ],
        },
        {
          name: "Cost 120 and more",
          any: [[when("variant.cost", "greater_than_equal_to", ["120"])]],
          run: [
            act("variant.price", "set", ["{variant.cost} * 1.37"], {
              matchedOnly: true,
              scope: "correlated",
            }),
            act("variant.price", "set_ones_place_value_to", ["9"], { matchedOnly: true }),
          ],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "inventory_sync",
      assigns: "variant.price",
      dataType: "number",
      description: "Keeps the price at or above MAP, whatever earlier rules have set.",
    },
    {
      name: "Price floor: MAP",
      any: [
        [
          when("variant.map", "number_exists"),
          when("variant.price", "less_than_field", [fieldOperand("variant.map")]),
        ],
      ],
      run: [
        act("variant.price", "set_to_field", [fieldOperand("variant.map")], {
          matchedOnly: true,
          scope: "correlated",
        }),
      ],
    },
  ),
  mappingRule(
    {
      event: "inventory_sync",
      assigns: "variant.price",
      dataType: "number",
      description: "Prices with a margin below 18 percent need a review by the pricing team.",
    },
    {
      name: "Margin guard: 18 percent",
      any: [
        [when("variant.price", "percent_less_than_field", [fieldOperand("variant.cost"), "118"])],
      ],
      run: [
        act("product.custom_action", "apply_custom_action", ["hold_for_pricing"], {
          metaData: '{"queue":"pricing","reason":"margin"}',
        }),
      ],
      children: [
        {
          name: "Sale items only get a note",
          any: [[when("variant.sale_price", "number_exists")]],
          run: [
            act("product.custom_fields", "custom_field_add", ["pricing_note", "sale below guard"]),
          ],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "inventory_sync",
      assigns: "variant.sale_price",
      dataType: "number",
      description: "10% off slow-moving products. Disabled until the fall sale.",
    },
    {
      name: "Fall sale: 10% off slow-moving products",
      off: true,
      any: [
        [
          when("variant.updated_at", "date_older_than", ["180", "days"]),
          when("variant.quantity", "greater_than", ["40"]),
        ],
      ],
      run: [
        act("variant.sale_price", "set_to_field", [fieldOperand("variant.price")], {
          matchedOnly: true,
        }),
        act("variant.sale_price", "percent_change", ["-10"], { matchedOnly: true }),
        act("variant.sale_price", "set_decimal", ["95"], { matchedOnly: true }),
      ],
    },
  ),
  mappingRule(
    {
      event: "inventory_sync",
      assigns: "variant.quantity",
      dataType: "number",
      description:
        "Marketplaces show three units fewer than in stock, so two orders never claim the last one.",
    },
    {
      name: "Stock buffer: hold back three",
      any: [[when("variant.quantity", "greater_than", ["3"])]],
      run: [act("variant.quantity", "subtract", ["3"], { matchedOnly: true })],
      children: [
        {
          name: "Three or fewer: show none",
          any: [[when("variant.quantity", "less_than_equal_to", ["3"])]],
          run: [act("variant.quantity", "set", ["0"], { matchedOnly: true })],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "inventory_sync",
      assigns: "variant.msrp",
      dataType: "number",
      description: "Rounds prices up to the next one that ends in 9.",
    },
    {
      name: "MSRP: end on nine cents",
      any: [[when("variant.msrp", "less_than", ["9", "2"], { pre: "decimal_place_value" })]],
      run: [act("variant.msrp", "set_decimal", ["99"], { matchedOnly: true })],
    },
  ),
  mappingRule(
    {
      event: "inventory_sync",
      dataType: "number",
      description: "Freight allowance for heavy products, by weight.",
    },
    {
      name: "Dropship fee by weight",
      type: "tier",
      any: [
        [
          when("variant.weight", "number_exists"),
          when("variant.weight_unit", "string_option_not_equal_to", ["ounce"]),
        ],
      ],
      children: [
        {
          name: "Up to 5 lb",
          any: [[when("variant.weight", "less_than_equal_to", ["5"])]],
          run: [act("variant.estimated_dropship_fee", "set", ["1.50"], { matchedOnly: true })],
        },
        {
          name: "Up to 20 lb",
          any: [[when("variant.weight", "less_than_equal_to", ["20"])]],
          run: [act("variant.estimated_dropship_fee", "set", ["3.75"], { matchedOnly: true })],
        },
        {
          name: "Heavier",
          any: [[when("variant.weight", "greater_than", ["20"])]],
          run: [
            act("variant.estimated_dropship_fee", "set", ["{variant.weight} * 0.22 + 2"], {
              matchedOnly: true,
              scope: "correlated",
            }),
          ],
        },
      ],
    },
  ),
];
