import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Answer } from "#web/api/call.ts";
import type { CopiedProduct } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { viewedProducts } from "#web/api/product-copy/viewed-products.ts";
import { productDetail, type ProductPlace } from "#web/api/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { useValue } from "#web/base/value-store.ts";
import type { RecordQuery } from "#web/records/record-screen.tsx";
import { productChanges, type ViewedProduct } from "./product-changes.ts";
import { parsePlace, toPlaceSearch } from "./product-words.ts";

/**
 * Records that a product is viewed, and returns its last view in which it was different; undefined if there is none,
 * or if this browser has no storage.
 */
export const recordView = async (
  channelId: number,
  product: ResellerProductParent,
): Promise<ViewedProduct | undefined> => {
  if (typeof product.id !== "number") return undefined;
  const key = `${channelId}/${product.id}`;
  const known = await viewedProducts.get(key);
  const isChanged = known && productChanges(known.last.product, product).length > 0;
  const before = isChanged ? known.last : known?.before;
  const last = { product, at: Date.now() };
  await viewedProducts.set([key, { last, ...(before && { before }) }]);
  return before;
};

const nowhere: ProductPlace = { channelId: 0, after: "" };

const toAnswer = ({ product }: CopiedProduct): Answer<ResellerProductParent> => ({
  value: product,
  problems: [],
  total: undefined,
});

interface ProductReading {
  reading: RecordQuery<ResellerProductParent>;
  copied: CopiedProduct | undefined;
  /** The last view in this browser in which it was different. */
  lastView: ViewedProduct | undefined;
  /** When the shown product was loaded, if it came from the API. */
  loadedAt: number | undefined;
  /** True if it came from the API, could be loaded again since, and no check since then has missed it. */
  fresh: boolean;
  /** True if neither the copy nor the API has the product at its place. */
  lost: boolean;
  error: unknown;
}

/** The last different view; this one is recorded once nothing newer is loading. */
const useLastView = (
  channelId: number,
  product: ResellerProductParent | undefined,
  settled: boolean,
): ViewedProduct | undefined => {
  const [lastView, setLastView] = useState<ViewedProduct>();
  useEffect(() => {
    if (!settled || product === undefined) return;
    let here = true;
    void recordView(channelId, product).then((before) => {
      if (here) setLastView(before);
    });
    return () => {
      here = false;
    };
  }, [channelId, product, settled]);
  return lastView;
};

/** One product: at once from this browser's copy, then from the API with one request. */
export const useProduct = (id: number, copy: ProductCopy): ProductReading => {
  const { search } = useListSearch();
  const { searchable, phase } = useValue(copy.state);
  const kept = useQuery({
    queryKey: ["products", "copied", copy.channelId, id] as const,
    queryFn: async () => (await copy.product(id)) ?? null,
    enabled: searchable,
    staleTime: 0,
    gcTime: 0,
  });
  const copied = kept.data ?? undefined;
  const place = parsePlace(copied ? toPlaceSearch(copied.product) : search) ?? parsePlace(search);
  // A copy that can't be opened has no products.
  const isRead = kept.isFetched || (phase === "stopped" && !searchable);
  const looked = isRead || parsePlace(search) !== undefined;
  const api = useQuery({
    ...productDetail(id, place ?? nowhere),
    enabled: looked && place !== undefined,
  });
  const data = api.data ?? (copied && toAnswer(copied));
  const lastView = useLastView(
    copy.channelId,
    data?.value,
    api.isFetched || (looked && place === undefined),
  );
  const missing =
    (isRead && place === undefined) || (api.error instanceof ApiError && api.error.status === 404);
  return {
    reading: {
      data,
      isPending: data === undefined && !api.isError,
      isError: api.isError && data === undefined,
      error: api.error,
      refetch: api.refetch,
    },
    copied,
    lastView,
    loadedAt: api.data && api.dataUpdatedAt,
    fresh: api.isSuccess && api.dataUpdatedAt > (copied?.goneAt ?? 0),
    lost: missing && data === undefined,
    error: api.error,
  };
};
