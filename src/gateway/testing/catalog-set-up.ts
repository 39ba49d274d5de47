import { setTimeout as sleep } from "node:timers/promises";
import {
  type CatalogLine,
  type CatalogMatches,
  type CatalogProduct,
  type CatalogState,
  everyProduct,
  type FieldValues,
  type ProductQuery,
} from "#contract/catalog.ts";
import { post } from "./storage.ts";
import type { TestGateway } from "./start-gateway.ts";

const read = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;

/** The calls about a channel's catalog, with their answers parsed. */
export const askCatalog = (gateway: Pick<TestGateway, "call">, channel = 1) => {
  const path = `/api/catalog/${channel}`;
  const state = async () => read<CatalogState>(gateway.call(path));
  return {
    state,
    check: async (everything = false) =>
      read<CatalogState>(gateway.call(`${path}/check`, post({ everything }))),
    search: async (
      query: Partial<ProductQuery> = {},
      { first = 0, count = 100, facets = false } = {},
    ) =>
      read<CatalogMatches>(
        gateway.call(
          `${path}/search`,
          post({ query: { ...everyProduct, ...query }, first, count, facets }),
        ),
      ),
    values: async (asked: { field: string; entry: string | null; text: string }) =>
      read<FieldValues | null>(gateway.call(`${path}/values`, post(asked))),
    product: async (id: number) => gateway.call(`${path}/products/${id}`),
    readProduct: async (id: number) => read<CatalogProduct>(gateway.call(`${path}/products/${id}`)),
    lines: async (skus: readonly string[], channelId: number | null = null) =>
      read<Record<string, CatalogLine>>(
        gateway.call("/api/catalog/lines", post({ skus, channelId })),
      ),
    /** Asks until the state is as wanted. */
    until: async (isTrue: (state: CatalogState) => boolean): Promise<CatalogState> => {
      for (;;) {
        const now = await state();
        if (isTrue(now)) return now;
        await sleep(50);
      }
    },
  };
};
export type AskedCatalog = ReturnType<typeof askCatalog>;
