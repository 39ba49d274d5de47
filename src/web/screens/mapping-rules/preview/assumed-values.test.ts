import { describe, expect, test } from "vitest";
import { testBuilder, testFieldIds, testWorkflow } from "#rule-model/testing/builder.ts";
import { assumedFault, canAssume, whyUnfilled, withAssumed } from "./assumed-values.ts";
import { absentFields } from "./absent-fields.ts";
import type { SampleRecord } from "./preview-session.ts";

const { catalogue } = testWorkflow;
const context = { catalogue, now: 0 };
const { price, cost, title, attributes, unit, created, tags } = testFieldIds;

const sample = (product: unknown): SampleRecord => ({
  key: "product 1",
  name: "A",
  detail: "",
  terms: "",
  record: { objects: { product } },
});

describe("fields that the samples lack", () => {
  test("the fields that no sample has; null is the API's value of an empty one", () => {
    const samples = [sample({ price: null }), sample({ title: "Lamp" })];
    const names = absentFields([price, cost, title], samples, catalogue).map(({ name }) => name);
    expect(names).toEqual(["Cost"]);
  });

  test("missing records have no missing fields, and unknown fields are left out", () => {
    expect(absentFields([price, 99_999], [], catalogue)).toEqual([]);
    expect(absentFields([price], [{ ...sample(1), record: { objects: {} } }], catalogue)).toEqual(
      [],
    );
  });

  test("only plain types can have an assumed value", () => {
    const fits = [price, title, unit, attributes].map((id) => {
      const field = catalogue.fields.get(id);
      return field && canAssume(field);
    });
    expect(fits).toEqual([true, true, true, false]);
  });
});

describe("assumed values", () => {
  test("a value, or a formula over the record's fields; the samples are not changed", () => {
    const samples = [sample({ price: 10 }), sample({ price: "5.50" })];
    const filled = withAssumed(samples, new Map([[cost, "{product.price} * 0.5"]]), context);
    expect(filled.map(({ record }) => record.objects)).toEqual([
      { product: { price: 10, cost: 5 } },
      { product: { price: "5.50", cost: 2.75 } },
    ]);
    expect(samples[0]?.record.objects).toEqual({ product: { price: 10 } });
  });

  test("without assumptions, the very same samples are returned", () => {
    const samples = [sample({ price: 10 })];
    expect(withAssumed(samples, new Map([[cost, " "]]), context)).toBe(samples);
  });

  test.each([
    [cost, "12.50", undefined],
    [cost, "{product.price} * 0.5", undefined],
    [cost, "12,50", expect.any(String)],
    [cost, "{product.nothing}", "There is no field {product.nothing}. Select one from the list."],
    [created, "2026-01-31", undefined],
    [created, "soon", "“soon” isn't a date. Enter it like 2026-01-31."],
    [title, "12,50", undefined],
    [tags, ",", "Enter at least one value"],
    [unit, "kg", undefined],
    // The engine uses an option that this console doesn't know.
    [unit, "stone", undefined],
    [cost, "", undefined],
  ])("of field %i, “%s” has the fault %o", (id, text, fault) => {
    const field = catalogue.fields.get(id)!;
    expect(assumedFault(testBuilder(), field, text)).toEqual(fault);
  });

  test("a formula that gives no sample a value is reported with the engine's reason", () => {
    const formula = new Map([[cost, "{product.price} * 0.5"]]);
    const whyOf = (...products: readonly unknown[]) => [
      ...whyUnfilled(products.map(sample), formula, context),
    ];
    expect(whyOf({ title: "Lamp" })).toEqual([
      [cost, "A field in the formula has no number, or the formula divides by zero"],
    ]);
    expect(whyOf({ title: "Lamp" }, { price: 1 })).toEqual([]);
    expect(whyOf()).toEqual([]);
  });
});
