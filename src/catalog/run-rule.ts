import type { ResellerProductParent } from "#contract/products.ts";
import {
  maxListedCells,
  type RuleRunCell,
  type RuleRunRequest,
  type RuleRunResult,
} from "#contract/rule-runs.ts";
import { createAssumedRule } from "#rules/assumed-rule.ts";
import { nameElement } from "#rules/changed-cells.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { collectFieldUse } from "#rules/field-use.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { runColumns } from "#rules/run-columns.ts";

/*
 * Tests a rule on all products of a channel. Of each product only what the rule uses is kept in memory, so that an
 * edited rule is tested again without reading the products.
 */

/** A product with the fields that a rule uses. */
export interface TestedProduct {
  readonly id: number;
  readonly name: string;
  readonly detail: string;
  readonly record: RuleRecord;
}

/** The first names in the paths of fields, by object. */
type UsedKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** What actions may read without naming it as a field. */
const alwaysKept = ["sku", "customFields"] as const;

export const listUsedKeys = (
  rules: readonly RunnableMappingRule[],
  { catalogue }: Pick<EvaluationContext, "catalogue">,
): UsedKeys => {
  const keys = new Map<string, Set<string>>();
  for (const rule of rules) {
    const { reads, writes } = collectFieldUse(rule, catalogue);
    for (const id of [...reads, ...writes, rule.globalObjectFieldId ?? 0]) {
      const field = catalogue.fields.get(id);
      const [key] = field?.path ?? [];
      if (field === undefined || key === undefined) continue;
      keys.set(field.objectHandle, (keys.get(field.objectHandle) ?? new Set()).add(key));
    }
  }
  return keys;
};

const pick = (element: object, keys: ReadonlySet<string> | undefined): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  for (const key of [...alwaysKept, ...(keys ?? [])])
    if (Object.hasOwn(element, key)) kept[key] = (element as Record<string, unknown>)[key];
  return kept;
};

/** A product parent in the rules' format: the product, and beside it its variants (api 2.2, 2.3). */
export const toTestedProduct = (product: ResellerProductParent, keys: UsedKeys): TestedProduct => {
  const { variants, ...parent } = product;
  return {
    id: product.id ?? 0,
    name: product.sku,
    detail: product.title ?? "",
    record: {
      objects: {
        product: pick(parent, keys.get("product")),
        variant: variants.map((variant) => pick(variant, keys.get("variant"))),
      },
    },
  };
};

/** Whether all of the keys are among the kept ones. */
export const coversKeys = (kept: UsedKeys, wanted: UsedKeys): boolean =>
  [...wanted].every(([object, keys]) => [...keys].every((key) => kept.get(object)?.has(key)));

/** What a request asks for, in the engine's terms. */
interface Run {
  readonly context: EvaluationContext;
  /** Gives products the assumed values. */
  readonly assuming: RunnableMappingRule;
  readonly rule: RunnableMappingRule;
  readonly keys: UsedKeys;
}

export const readRun = (
  { rule, workflow, mappingSets, assumed }: RuleRunRequest,
  now: number,
): Run => {
  const catalogue = createCatalogue(workflow);
  const lines = mappingSets.map(({ id, lines: of }) => [id, of] as const);
  const context: EvaluationContext = { catalogue, now, mappingSets: new Map(lines) };
  const values = new Map(assumed.map(({ fieldId, value }) => [fieldId, value]));
  const assuming = createAssumedRule(values, catalogue);
  const rules = [assuming, rule] as const;
  return { context, assuming, rule, keys: listUsedKeys(rules, { catalogue }) };
};

const money = /(?:^|_)(?:price|msrp|map|cost|fee)$/;
/** More than two decimals; trailing zeros don't count. */
const unrounded = /\.\d{2}\d*[1-9]/;

/** Whether a changed value is a price with fractions of a cent. */
export const isUnroundedPrice = (path: readonly string[], after: unknown): boolean =>
  money.test(path.at(-1) ?? "") &&
  (typeof after === "number" || typeof after === "string") &&
  unrounded.test(String(after));

/** The longest list of cells, in characters of JSON. */
const mostListedText = 6_000_000;

/** Collects the result of a run, product by product. */
export const createRuleRun = ({ context, assuming, rule }: Run) => {
  const fields = new Map<number, number>();
  const cells: RuleRunCell[] = [];
  const result = { tested: 0, matched: 0, changed: 0, values: 0 };
  const unroundedPrices: { count: number; example?: RuleRunCell } = { count: 0 };
  let room = mostListedText;

  const add = (products: readonly TestedProduct[]): void => {
    const given = createTable(
      products.map(({ record }) => record),
      context,
    );
    const { after } = runColumns(assuming, given);
    const isAssuming = (assuming.rule?.actions?.length ?? 0) > 0;
    const table = isAssuming
      ? createTable(
          products.map((_, at) => after(at)),
          context,
        )
      : given;
    const run = runColumns(rule, table);
    const changed = new Set<number>();
    for (const {
      field,
      objectHandle,
      records,
      elements,
      before,
      after: values,
    } of run.changedValues()) {
      fields.set(field.id, (fields.get(field.id) ?? 0) + before.length);
      result.values += before.length;
      for (let at = 0; at < before.length; at++) {
        changed.add(records[at] ?? 0);
        const isPriceFault = isUnroundedPrice(field.path, values[at]);
        if (isPriceFault) unroundedPrices.count += 1;
        const isListed = cells.length < maxListedCells && room > 0;
        if (!isListed && !(isPriceFault && unroundedPrices.count === 1)) continue;
        const product = products[records[at] ?? 0];
        if (product === undefined) continue;
        const cell: RuleRunCell = {
          recordId: product.id,
          name: product.name,
          detail: product.detail,
          element: nameElement(product.record, objectHandle, elements[at] ?? 0),
          fieldId: field.id,
          before: before[at],
          after: values[at],
        };
        if (isPriceFault) unroundedPrices.example ??= cell;
        if (!isListed) continue;
        cells.push(cell);
        room -= JSON.stringify(cell).length;
      }
    }
    result.tested += products.length;
    result.changed += changed.size;
    result.matched += (rule.rule && run.count(rule.rule)) ?? 0;
  };
  return {
    add,
    end: (): RuleRunResult => ({
      ...result,
      fields: [...fields]
        .map(([fieldId, count]) => ({ fieldId, count }))
        .toSorted((one, other) => other.count - one.count),
      unrounded: unroundedPrices,
      cells,
    }),
  };
};
