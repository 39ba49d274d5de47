import fc from "fast-check";
import { expect, test } from "vitest";
import { packRows, unpackRow } from "./packed-rows.ts";
import { createProductIndex } from "./product-index.ts";
import { everyProduct } from "./product-query.ts";
import { anyProduct, testProduct } from "#web/testing/products.ts";

const pause = async () => undefined;

test("unpacked rows equal the rows of the index; others are undefined", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { maxLength: 20 }), async (products) => {
      const index = createProductIndex();
      for (const product of products) index.put(product);
      const ids = index.search(everyProduct).ids.sort();
      const packed = await packRows(index, ids, pause);
      expect(Array.from(ids, (id) => unpackRow(packed, id))).toEqual(index.rows(ids));
      expect(unpackRow(packed, -1)).toBeUndefined();
    }),
  );
});

test("long texts with several bytes per letter fit, and ids that the index lacks are omitted", async () => {
  const index = createProductIndex();
  const title = "木".repeat(5_000);
  for (let id = 1; id <= 600; id += 1)
    index.put(testProduct({ id, title: id === 300 ? title : `Lamp ${id}` }));
  index.remove(450);
  const packed = await packRows(
    index,
    Float64Array.from({ length: 600 }, (_, at) => at + 1),
    pause,
  );
  expect(packed.ids.length).toBe(599);
  expect(unpackRow(packed, 300)?.title).toBe(title);
  expect(unpackRow(packed, 301)?.title).toBe("Lamp 301");
  expect(unpackRow(packed, 450)).toBeUndefined();
  expect(unpackRow(packed, 600)?.title).toBe("Lamp 600");
});
