import { useQuery } from "@tanstack/react-query";
import type { CopiedLine } from "#web/api/product-copy/copied-lines.ts";
import type { Rma } from "#contract/rmas.ts";

/** Pictures and options of an RMA's lines by SKU, from this browser's local copies of products. */
export const useCopiedLines = ({ items }: Rma): ReadonlyMap<string, CopiedLine> | undefined => {
  const skus = [...new Set(items.flatMap(({ sku }) => sku || []))];
  const query = useQuery({
    queryKey: ["products", "lines", ...skus] as const,
    queryFn: async () => {
      const { findCopiedLines } = await import("#web/api/product-copy/copied-lines.ts");
      return findCopiedLines(skus);
    },
    networkMode: "always",
  });
  return query.data;
};
