import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CopiedLine } from "#web/api/product-copy/copied-lines.ts";
import type { Rma } from "#contract/rmas.ts";

/** Pictures and options of an RMA's lines by SKU, from this browser's local copies of products: no request. */
export const copiedLines = ({ items }: Pick<Rma, "items">) => {
  const skus = [...new Set(items.flatMap(({ sku }) => sku || []))];
  return queryOptions({
    queryKey: ["products", "lines", ...skus] as const,
    queryFn: async () => {
      const { findCopiedLines } = await import("#web/api/product-copy/copied-lines.ts");
      return findCopiedLines(skus);
    },
    networkMode: "always",
  });
};

/** The copied lines of an RMA; undefined until they are found. */
export const useCopiedLines = (rma: Rma): ReadonlyMap<string, CopiedLine> | undefined =>
  useQuery(copiedLines(rma)).data;
