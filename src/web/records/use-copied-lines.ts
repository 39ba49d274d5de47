import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CopiedLine } from "#web/api/product-copy/copied-lines.ts";

/** The lines of an RMA or a return. */
interface Lines {
  readonly items: readonly { readonly sku?: string | null | undefined }[];
}

/** Pictures and options of lines by SKU, from this browser's local copies of products: no request. */
export const copiedLines = ({ items }: Lines) => {
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

/** The copied lines; undefined until they are found. */
export const useCopiedLines = (record: Lines): ReadonlyMap<string, CopiedLine> | undefined =>
  useQuery(copiedLines(record)).data;
