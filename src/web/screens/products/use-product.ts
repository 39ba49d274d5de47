import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { productDetail, type ProductPlace } from "#web/api/products.ts";
import { useListSearch } from "#web/base/list-search.ts";
import type { RecordQuery } from "#web/records/record-screen.tsx";
import { useValue } from "#web/base/value-store.ts";
import type { CopiedProduct } from "#web/api/product-copy/copy-messages.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { recordView, type ViewedProduct } from "./last-viewed.ts";
import { parsePlace, toPlaceSearch } from "./product-place.ts";

/** The place of a disabled query. */
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
