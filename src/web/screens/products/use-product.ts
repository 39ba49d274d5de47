import { useQuery } from "@tanstack/react-query";
import type { CatalogProduct } from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Answer } from "#web/api/call.ts";
import { catalogProduct } from "#web/api/catalog.ts";
import { productDetail, type ProductPlace } from "#web/api/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import { useListSearch } from "#web/base/list-search.ts";
import type { RecordQuery } from "#web/records/record-screen.tsx";
import { parsePlace, toPlaceSearch } from "./product-words.ts";

const nowhere: ProductPlace = { channelId: 0, after: "" };

const toAnswer = ({ product }: CatalogProduct): Answer<ResellerProductParent> => ({
  value: product,
  problems: [],
  total: undefined,
});

interface ProductReading {
  reading: RecordQuery<ResellerProductParent>;
  cataloged: CatalogProduct | undefined;
  /** When the shown product was loaded, if it came from the API. */
  loadedAt: number | undefined;
  /** True if it came from the API, could be loaded again since, and no check since then has missed it. */
  fresh: boolean;
  /** True if neither the catalog nor the API has the product at its place. */
  lost: boolean;
  error: unknown;
}

/** One product: at once from the gateway's catalog, then from the API with one request. */
export const useProduct = (id: number, channelId: number): ProductReading => {
  const { search } = useListSearch();
  const kept = useQuery(catalogProduct(channelId, id));
  const cataloged = kept.data;
  const place =
    parsePlace(cataloged ? toPlaceSearch(cataloged.product) : search) ?? parsePlace(search);
  const api = useQuery({
    ...productDetail(id, place ?? nowhere),
    enabled: kept.isFetched && place !== undefined,
  });
  const data = api.data ?? (cataloged && toAnswer(cataloged));
  const missing =
    (kept.isFetched && place === undefined) ||
    (api.error instanceof ApiError && api.error.status === 404);
  return {
    reading: {
      data,
      isPending: data === undefined && !api.isError,
      isError: api.isError && data === undefined,
      error: api.error,
      refetch: api.refetch,
    },
    cataloged,
    loadedAt: api.data && api.dataUpdatedAt,
    fresh: api.isSuccess && api.dataUpdatedAt > (cataloged?.goneAt ?? 0),
    lost: missing && data === undefined,
    error: api.error,
  };
};
