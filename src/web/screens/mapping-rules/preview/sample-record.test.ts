import { describe, expect, test } from "vitest";
import { ResellerProductParent } from "#contract/products.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { testMetaData } from "#rule-model/test-builder.ts";
import { findSampleKind } from "./preview-session.ts";
import { findSamples, sampleOfOrder, sampleOfProduct } from "./sample-record.ts";

const product = (fields: object) => readAnswer(ResellerProductParent, fields).value;
const order = (fields: object) => readAnswer(PurchaseOrder, fields).value;

describe("sample records", () => {
  test("a product's variants are beside it, under the object's handle", () => {
    const sample = sampleOfProduct(
      product({ id: 7, sku: "LAMP", title: "Lamp", variants: [{ sku: "LAMP-1", price: 10 }] }),
    );
    expect(sample).toMatchObject({ key: "product 7", name: "LAMP", detail: "Lamp" });
    expect(sample.record.objects).toMatchObject({
      product: { id: 7, title: "Lamp" },
      variant: [{ sku: "LAMP-1", price: 10 }],
    });
    expect(sample.record.objects["product"]).not.toHaveProperty("variants");
    expect(sample.record).not.toHaveProperty("value");
  });

  test("an order's lines are beside it", () => {
    const sample = sampleOfOrder(
      order({
        id: 4,
        purchaseOrderNumber: "FO-4",
        purchaseOrderStatus: { name: "Processed", handle: "processed" },
        purchaseOrderItems: [{ id: 1, sku: "LAMP-1" }],
      }),
    );
    expect(sample).toMatchObject({
      key: "purchase_order 4",
      name: "FO-4",
      detail: "Processed, 1 line",
    });
    expect(sample.record.objects).toMatchObject({
      purchase_order: { purchaseOrderStatus: { handle: "processed" } },
      purchase_order_item: [{ sku: "LAMP-1" }],
    });
  });

  test("null and missing parts are accepted", () => {
    expect(sampleOfProduct(product({ sku: null, variants: null }), 3)).toMatchObject({
      key: "product at 3",
      detail: "",
      record: { objects: { variant: [] } },
    });
    expect(sampleOfOrder(order({ id: null, purchaseOrderItems: null }), 2)).toMatchObject({
      key: "purchase_order at 2",
      detail: "0 lines",
    });
  });

  test("records are found by any of their SKUs and by title, in any case", () => {
    const samples = [
      sampleOfProduct(product({ id: 1, sku: "A", title: "Müller Lampe", variants: [] })),
      sampleOfProduct(product({ id: 2, sku: "B", variants: [{ sku: "B-RED" }] })),
    ];
    const found = (text: string) => findSamples(samples, text).map(({ key }) => key);
    expect(found("MÜLLER")).toEqual(["product 1"]);
    expect(found(" b-red ")).toEqual(["product 2"]);
    expect(found("")).toHaveLength(2);
    expect(found("nowhere")).toEqual([]);
  });

  test.each([
    [1, "product"],
    [2, "purchase_order"],
    [99, "product"],
  ])("event %i runs on %s", (eventId, kind) => {
    expect(findSampleKind(testMetaData, eventId)).toBe(kind);
  });
});
