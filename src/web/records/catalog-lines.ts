import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CatalogLine } from "#contract/catalog.ts";

/** The lines of an order, an RMA or a return, and its channel if it has one. */
interface Lines {
  readonly lines: readonly { readonly sku?: string | null | undefined }[];
  readonly channelId?: number | null | undefined;
}

/** On the first day products arrive page by page, so SKUs that are not found are asked for again: soon at first, later each minute. */
const waitMs = (asked: number): number => Math.min(60_000, 2_000 * asked);

/** Images, titles and options of lines by SKU, from the gateway's catalog. Their code loads after the record. */
export const catalogLines = ({ lines, channelId = null }: Lines) => {
  const skus = [...new Set(lines.flatMap(({ sku }) => sku || []))];
  return queryOptions({
    queryKey: ["catalog", "lines", channelId, ...skus] as const,
    queryFn: async ({ signal }) => {
      const { fetchLines } = await import("#web/api/catalog.ts");
      return fetchLines(skus, channelId, signal);
    },
    staleTime: 5 * 60_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && data.size < skus.length && waitMs(dataUpdateCount),
    enabled: skus.length > 0,
  });
};

/** The products of lines; undefined until they are found. */
export const useCatalogLines = (lines: Lines): ReadonlyMap<string, CatalogLine> | undefined =>
  useQuery(catalogLines(lines)).data;
