import { expect, test, vi } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { findCopiedLines, toCopiedLine } from "./copied-lines.ts";
import type { ProductCopy } from "./product-copy.ts";

const cup = {
  id: 1,
  sku: "CUP",
  images: [
    { url: "https://pictures.example/back.png", sort_order: 2 },
    { url: "https://pictures.example/cup.png", sort_order: 1 },
  ],
  variants: [
    {
      sku: "CUP-RED",
      images: [{ url: "https://pictures.example/red.png" }],
      option_values: [{ value: "Red" }, { value: "Set of 4" }],
    },
    { sku: "CUP-BLUE", images: [{ url: null }], option_values: [] },
  ],
} as unknown as ResellerProductParent;

test.each([
  ["CUP-RED", { picture: "https://pictures.example/red.png", options: "Red / Set of 4" }],
  ["CUP-BLUE", { picture: "https://pictures.example/cup.png", options: "" }],
  ["CUP", { picture: "https://pictures.example/cup.png", options: "" }],
  ["CUP-R", undefined],
])("the line of %s", (sku, line) => {
  expect(toCopiedLine(cup, sku)).toEqual(line);
});

test("finds SKUs in the copy of the channel, and closes it", async () => {
  const close = vi.fn<() => void>();
  const copy = {
    ids: ({ text }: { text: string }) => Promise.resolve(text.startsWith("CUP") ? [1] : []),
    products: (ids: number[]) => Promise.resolve(ids.map(() => cup)),
    close,
  } as unknown as ProductCopy;
  const found = await findCopiedLines(["CUP-RED", "CUP-GREEN", "LAMP"], 1, () => copy);
  expect([...found.keys()]).toEqual(["CUP-RED"]);
  expect(close).toHaveBeenCalledOnce();
});
