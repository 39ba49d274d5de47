import type { ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import type { RunnableAction, RunnableMappingRule } from "#rules/rule-parts.ts";
import { actionId, comparatorId, dataTypeId, tableRecords } from "#rules/workflow-records.ts";

/* Products of 25 fields and rules on them, the same in every run, in a form that every engine can use. */

export type BenchProduct = Readonly<Record<string, string | number | boolean>>;
export type BenchOperator = "contains" | "is" | "isOneOf" | "greaterThan" | "lessThan" | "isYes";
export interface BenchCondition {
  readonly field: string;
  readonly operator: BenchOperator;
  readonly operand: string | number | boolean | readonly string[];
}
/** Groups of conditions: all conditions of any one group must hold. */
export type BenchRule = readonly (readonly BenchCondition[])[];

/** Pseudorandom numbers from 0 to 1, the same every time (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const words = {
  material: [
    "oak",
    "brass",
    "linen",
    "walnut",
    "steel",
    "glass",
    "wool",
    "bamboo",
    "marble",
    "rattan",
  ],
  noun: ["lamp", "desk", "chair", "rug", "shelf", "mirror", "stool", "vase", "bench", "cabinet"],
  color: ["red", "green", "blue", "white", "black", "grey", "sand", "amber"],
  brand: ["Norda", "Holm", "Castle & Co", "Vessel", "Birch Lane", "Ostra", "Lumen", "Fjell"],
  status: ["active", "draft", "archived"],
  country: ["DE", "US", "SE", "PT", "VN", "IN"],
} as const;

const texts = ["title", "sku", "description", "vendor", "brand", "material", "color", "country"];
const choices = ["status", "unit", "category", "season"];
const numbers = [
  "price",
  "cost",
  "msrp",
  "weight",
  "quantity",
  "length",
  "width",
  "height",
  "rating",
];
const flags = ["taxable", "shippable", "discontinued", "oversize"];

const fieldTypes: readonly (readonly [readonly string[], DataTypeHandle])[] = [
  [texts, "string"],
  [choices, "string_options"],
  [numbers, "number"],
  [flags, "boolean"],
];
const fields = fieldTypes.flatMap(([names, dataType]) =>
  names.map((handle) => ({ handle, dataType })),
);
const fieldIds = new Map(fields.map(({ handle }, at) => [handle, at + 1]));

/** That many products, the same in every run. */
export const benchRecords = (count: number): BenchProduct[] => {
  const random = randomFrom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const money = (most: number) => Math.round(random() * most * 100) / 100;
  return Array.from({ length: count }, (_, at) => {
    const [material, noun, color, brand] = [
      pick(words.material),
      pick(words.noun),
      pick(words.color),
      pick(words.brand),
    ];
    return {
      title: `${brand} ${material} ${noun} no. ${at}`,
      sku: `${noun.slice(0, 3)}-${color.slice(0, 2)}-${at}`,
      description: `A ${noun} of ${material} in ${color}, made for ${pick(["homes", "offices", "hotels"])} that like ${pick(words.material)} and ${pick(words.color)}.`,
      vendor: `${brand} ${pick(["Ltd", "GmbH", "Inc", "AB"])}`,
      brand,
      material,
      color,
      country: pick(words.country),
      status: pick(words.status),
      unit: pick(["lb", "kg"]),
      category: noun,
      season: pick(["spring", "summer", "autumn", "winter"]),
      price: money(400),
      cost: money(200),
      msrp: money(500),
      weight: Math.round(random() * 80) / 2,
      quantity: Math.floor(random() * 200),
      length: Math.floor(random() * 120),
      width: Math.floor(random() * 90),
      height: Math.floor(random() * 200),
      rating: Math.round(random() * 50) / 10,
      taxable: random() < 0.8,
      shippable: random() < 0.9,
      discontinued: random() < 0.2,
      oversize: random() < 0.1,
    };
  });
};

/** That many rules of three groups of four conditions each, the same in every run. */
export const benchRules = (count: number): BenchRule[] => {
  const random = randomFrom(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const kinds: readonly (() => BenchCondition)[] = [
    () => ({
      field: "title",
      operator: "contains",
      operand: pick(["oak", "lamp", "am", "o. 1", "Co"]),
    }),
    () => ({
      field: "description",
      operator: "contains",
      operand: pick(["for homes", "like", "red", "of"]),
    }),
    () => ({
      field: pick(["status", "season", "unit"]),
      operator: "isOneOf",
      operand: ["active", "draft", "spring", "summer", "lb"],
    }),
    () => ({
      field: pick(["material", "color", "brand"]),
      operator: "isOneOf",
      operand: [...words.material.slice(0, 7), ...words.color.slice(1, 6), ...words.brand.slice(3)],
    }),
    () => ({ field: "country", operator: "is", operand: pick(words.country) }),
    () => ({
      field: pick(["price", "cost", "msrp"]),
      operator: "greaterThan",
      operand: Math.floor(random() * 90) + 0.5,
    }),
    () => ({
      field: pick(["quantity", "length", "height"]),
      operator: "greaterThan",
      operand: Math.floor(random() * 30),
    }),
    () => ({
      field: pick(["weight", "rating", "width"]),
      operator: "lessThan",
      operand: Math.floor(random() * 80) + 4.5,
    }),
    () => ({ field: pick(flags), operator: "isYes", operand: random() < 0.5 }),
  ];
  const some = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);
  return some(count, () => some(3, () => some(4, () => pick(kinds)())));
};

const handles: Readonly<Record<BenchOperator, ComparatorHandle>> = {
  contains: "string_contains_case_sensitive",
  is: "string_equal_to_case_sensitive",
  isOneOf: "string_in_list_case_sensitive",
  greaterThan: "greater_than",
  lessThan: "less_than",
  isYes: "boolean_equal_to",
};

const operandText = (operand: BenchCondition["operand"]): string =>
  typeof operand === "object" ? JSON.stringify(operand) : String(operand);

/** The rule in this project's format. */
export const toMappingRule = (rule: BenchRule, at: number): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule: {
    name: `Rule ${at + 1}`,
    alwaysRun: false,
    rank: at + 1,
    groups: rule.map((conditions) => ({
      conditions: conditions.map(({ field, operator, operand }) => ({
        globalObjectFieldId: fieldIds.get(field) ?? null,
        workflowDataTypeComparatorId: comparatorId(handles[operator]),
        condition: operandText(operand),
      })),
    })),
    actions: [],
  },
});

const action = (
  handle: Parameters<typeof actionId>[0],
  field: string,
  ...[value, value2]: string[]
): RunnableAction => ({
  globalObjectFieldId: fieldIds.get(field) ?? null,
  workflowDataTypeActionId: actionId(handle),
  value: value ?? null,
  value2: value2 ?? null,
});

/** The most common actions of rules: money, prefixes and suffixes, replacements, fixed values. */
const actionSets: readonly (readonly RunnableAction[])[] = [
  [action("set", "price", "{product.cost} * 1.35"), action("set_decimal", "price", "99")],
  [action("prefix", "title", "New: ")],
  [action("replace", "description", "made for", "perfect for"), action("set", "season", "spring")],
  [action("percent_change", "msrp", "-10")],
  [action("set", "vendor", "House brand"), action("uppercase", "sku")],
];

/** The rule with actions. */
export const withActions = (mapping: RunnableMappingRule, at: number): RunnableMappingRule => ({
  ...mapping,
  ...(mapping.rule && {
    rule: { ...mapping.rule, actions: actionSets[at % actionSets.length] ?? [] },
  }),
});

/** The catalogue of the products' fields. */
export const benchContext: EvaluationContext = {
  now: 0,
  catalogue: createCatalogue({
    ...tableRecords(),
    events: [],
    globalObjects: [{ id: 1, name: "Product", handle: "product", collection: false }],
    globalObjectFields: fields.map(({ handle, dataType }) => ({
      id: fieldIds.get(handle) ?? 0,
      globalObjectId: 1,
      globalDataTypeId: dataTypeId(dataType),
      globalDataTypeFilterId: null,
      name: handle,
      handle,
      options: [],
    })),
  }),
};
