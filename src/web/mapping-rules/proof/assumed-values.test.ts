import { describe, expect, test } from "vitest";
import { testFieldIds, testWorkflow } from "#web/mapping-rules/builder/test-builder.ts";
import { absentFields, canAssume, withAssumed } from "./assumed-values.ts";
import type { SampleRecord } from "./sample-record.ts";

const { catalogue } = testWorkflow;
const context = { catalogue, now: 0 };
const { price, cost, title, attributes, unit } = testFieldIds;

const sample = (product: unknown): SampleRecord => ({
  key: "product 1",
  name: "A",
  detail: "",
  terms: "",
  record: { objects: { product } },
});

describe("fields that the samples lack", () => {
  test("those that none has; null is what the API says of an empty one", () => {
    const samples = [sample({ price: null }), sample({ title: "Lamp" })];
    const names = absentFields([price, cost, title], samples, catalogue).map(({ name }) => name);
    expect(names).toEqual(["Cost"]);
  });

  test("nothing is missing of records that are not there, and unknown fields are none", () => {
    expect(absentFields([price, 99_999], [], catalogue)).toEqual([]);
    expect(absentFields([price], [{ ...sample(1), record: { objects: {} } }], catalogue)).toEqual(
      [],
    );
  });

  test("a value can be written down for plain types alone", () => {
    const fits = [price, title, unit, attributes].map((id) => {
      const field = catalogue.fields.get(id);
      return field && canAssume(field);
    });
    expect(fits).toEqual([true, true, true, false]);
  });
});

describe("what is assumed", () => {
  test("a value, or a formula over what the record has; the samples stay as they are", () => {
    const samples = [sample({ price: 10 }), sample({ price: "5.50" })];
    const filled = withAssumed(samples, new Map([[cost, "{product.price} * 0.5"]]), context);
    expect(filled.map(({ record }) => record.objects)).toEqual([
      { product: { price: 10, cost: 5 } },
      { product: { price: "5.50", cost: 2.75 } },
    ]);
    expect(samples[0]?.record.objects).toEqual({ product: { price: 10 } });
  });

  test("nothing assumed gives the very same samples", () => {
    const samples = [sample({ price: 10 })];
    expect(withAssumed(samples, new Map([[cost, " "]]), context)).toBe(samples);
  });
});
