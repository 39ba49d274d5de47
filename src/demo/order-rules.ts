import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { RuleVocabulary } from "./rule-words.ts";

/** Rules of purchase orders: the data and the format that a source receives. */
export const orderRules = (
  { act, fieldOperand, mappingRule, when }: RuleVocabulary,
  set: (name: string) => string,
): UpdateOrCreateMappingRule[] => [
  mappingRule(
    {
      event: "purchase_order_generate",
      assigns: "purchase_order.holdUntil",
      description: "Orders above $5,000 need manual approval.",
    },
    {
      name: "Hold large orders for approval",
      any: [
        [
          when("purchase_order.totalCost", "greater_than", ["5000"]),
          when("purchase_order.tags", "tag_does_not_contain", ["VIP"]),
        ],
      ],
      run: [
        act("purchase_order.holdUntil", "set", ["2027-01-01"]),
        act("purchase_order.custom_action", "apply_custom_action", ["notify_approvers"], {
          metaData: '{"channel":"#po-approvals"}',
        }),
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_generate",
      dataType: "boolean",
      description: "Rifles and shotguns require a dealer license before shipping.",
    },
    {
      name: "Require a dealer license",
      any: [
        [when("purchase_order_item.sku", "string_starts_with", ["BOL-"])],
        [when("purchase_order_item.sku", "string_starts_with", ["SHO-"])],
      ],
      run: [act("purchase_order.fflInfoRequired", "set", ["true"])],
      children: [
        {
          name: "Note for the dealer desk",
          any: [[when("purchase_order.note", "string_does_not_exist")]],
          run: [act("purchase_order.note", "set", ["Check the license copy before release."])],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      assigns: "purchase_order.methodCode",
      description: "Warehouses use their own codes for carrier services.",
    },
    {
      name: "Warehouse method codes",
      always: true,
      run: [
        act("mapping.value", "uppercase", [], { as: "string" }),
        act("mapping.value", "mapping_set", [set("Carrier codes → source codes")], {
          as: "string",
        }),
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      dataType: "string",
      description: "State codes, for channels that send names in full.",
    },
    {
      name: "State: two letters",
      any: [
        [
          when("purchase_order.shippingAddress.stateCode", "greater_than", ["2"], {
            pre: "string_length",
          }),
        ],
      ],
      run: [
        act("purchase_order.shippingAddress.stateCode", "mapping_set", [
          set("State names → state codes"),
        ]),
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      dataType: "string",
      description: "Old Harbor does not deliver without a phone number.",
    },
    {
      name: "Freight: phone number",
      any: [
        [
          when("purchase_order.methodCode", "string_equal_to", ["LTL"]),
          when("purchase_order.shippingAddress.phone", "string_does_not_exist"),
        ],
      ],
      run: [
        act("purchase_order.shippingAddress.phone", "set_to_field", [
          fieldOperand("purchase_order.billingAddress.phone"),
        ]),
      ],
      children: [
        {
          name: "Still none: our own desk",
          any: [[when("purchase_order.shippingAddress.phone", "string_does_not_exist")]],
          run: [act("purchase_order.shippingAddress.phone", "set", ["(775) 555-0142"])],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      assigns: "purchase_order.note",
      description: "Prints gift messages and engravings on the packing slip as one note.",
    },
    {
      name: "Note: custom fields for the packing slip",
      any: [
        [when("purchase_order_item.attributes", "custom_fields_default", ["Gift message"])],
        [
          when("purchase_order.purchaseOrderAttributes", "custom_fields_default", ["gift_order"], {
            children: [when("purchase_order.note", "string_equal_to", ["true"])],
          }),
        ],
      ],
      run: [
        act("mapping.value", "po_custom_fields_to_text", [": ", "; "], { as: "string" }),
        act("mapping.value", "all_po_line_items_custom_fields_to_text", [": ", "; "], {
          as: "string",
        }),
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      dataType: "string",
      description: "Portside rejects order numbers longer than 18 characters.",
    },
    {
      name: "Portside: number of 18 characters",
      any: [
        [
          when("purchase_order.purchaseOrderNumber", "greater_than", ["18"], {
            pre: "string_length",
          }),
        ],
      ],
      run: [
        act("purchase_order.purchaseOrderNumber", "substring", ["0", "18"]),
        act("purchase_order.purchaseOrderNumber", "replace_character_at_index", ["2", "_"]),
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_generate",
      dataType: "boolean",
      description: "Stocking orders have no tracking to show.",
    },
    {
      name: "Suppress tracking on stocking orders",
      any: [[when("purchase_order.purchaseOrderType.id", "option_equal_to", ["4"])]],
      run: [act("purchase_order.suppressTracking", "set", ["true"])],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_generate",
      dataType: "boolean",
      description: "Buy labels ourselves for light parcels; the sources' rates are worse.",
    },
    {
      name: "Buy the label for light parcels",
      any: [
        [
          when("purchase_order.totalWeight", "less_than", ["10"]),
          when("purchase_order.shippingDistance", "greater_than_equal_to", ["150"]),
          when("purchase_order.buyShippingLabel", "boolean_equal_to", ["false"]),
        ],
      ],
      run: [act("purchase_order.buyShippingLabel", "set", ["true"])],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_generate",
      dataType: "tags",
      description: "Tags for the morning's queue.",
    },
    {
      name: "Queue tags: rush, oversize, B2B",
      type: "tier",
      always: true,
      children: [
        {
          name: "Rush: two-day services",
          any: [[when("purchase_order.methodCode", "string_in_list_case_sensitive", ["U2, FE"])]],
          run: [act("purchase_order.tags", "set", ["Rush"])],
        },
        {
          name: "Oversize: freight",
          any: [
            [when("purchase_order.totalWeight", "greater_than", ["150"])],
            [when("purchase_order.methodCode", "string_equal_to", ["LTL"])],
          ],
          run: [act("purchase_order.tags", "set", ["Oversize"])],
        },
        {
          name: "B2B: a company orders",
          any: [[when("purchase_order.billingAddress.companyName", "string_exists")]],
          run: [act("purchase_order.tags", "set", ["B2B"])],
        },
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      dataType: "string",
      description:
        "Ironbridge's bins are written with a slash. Off since their system was replaced.",
    },
    {
      name: "Ironbridge: bins with a slash (retired)",
      off: true,
      any: [[when("purchase_order_item.binLocation", "string_contains", ["-"])]],
      run: [
        act("purchase_order_item.binLocation", "replace_character_occurrence", ["-", "1", "/"]),
      ],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_generate",
      dataType: "number",
      description: "Fee for small orders, agreed with Hestia Hall. Waits for its conditions.",
    },
    {
      name: "Small-order fee (waits for terms)",
      any: [[]],
      run: [act("purchase_order.estimatedDropshipFee", "add", ["4.50"])],
    },
  ),
  mappingRule(
    {
      event: "purchase_order_send",
      dataType: "array",
      description: "Sources without documents of ours cannot pack: stop them here.",
    },
    {
      name: "No attachments: stop",
      any: [
        [
          when("purchase_order.attachmentLinks", "array_size_less_than", ["1"]),
          when("purchase_order.sentAt", "date_within_last", ["2", "hours"]),
        ],
      ],
      run: [act("purchase_order.custom_action", "apply_custom_action", ["stop_sending"])],
    },
  ),
];
