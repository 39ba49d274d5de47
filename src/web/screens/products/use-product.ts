import { useQuery } from "@tanstack/react-query";
import { delMany, get, set, update } from "idb-keyval";
import { useEffect, useState } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Answer } from "#web/api/call.ts";
import type { CopiedProduct } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { copyKey, openViewedStore, type ViewedKey } from "#web/api/product-copy/viewed-products.ts";
import { productDetail, type ProductPlace } from "#web/api/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { personalKey } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import type { RecordQuery } from "#web/records/record-screen.tsx";
import { productChanges, type ViewedProduct } from "./product-changes.ts";
import { parsePlace, toPlaceSearch } from "./product-words.ts";

interface StoredViews {
  readonly last: ViewedProduct;
  /** The latest earlier view in which the product was different. */
  readonly before?: ViewedProduct;
}

/** The number of products of a channel whose views are stored, those viewed last. */
const maxViewed = 300;

const addView = (known: StoredViews | undefined, { product, at }: ViewedProduct): StoredViews => {
  if (known === undefined) return { last: { product, at } };
  return productChanges(known.last.product, product).length === 0
    ? { ...known, last: { product, at } }
    : { last: { product, at }, before: known.last };
};

const storeOrder = async (copy: string, id: number): Promise<void> => {
  let dropped: readonly number[] = [];
  await update<readonly number[]>(
    [copy, "order"] satisfies ViewedKey,
    (order = []) => {
      const next = [...order.filter((one) => one !== id), id];
      dropped = next.slice(0, -maxViewed);
      return next.slice(-maxViewed);
    },
    openViewedStore(),
  );
  if (dropped.length > 0)
    await delMany(
      dropped.map((one): ViewedKey => [copy, one]),
      openViewedStore(),
    );
};

/**
 * Records that a product is viewed, and returns its last view in which it was different; undefined if there is none,
 * or if this browser has no storage.
 */
export const recordView = async (
  channelId: number,
  product: ResellerProductParent,
): Promise<ViewedProduct | undefined> => {
  const { id } = product;
  if (typeof id !== "number") return undefined;
  try {
    const copy = personalKey(await copyKey(channelId));
    const key: ViewedKey = [copy, id];
    const next = addView(await get<StoredViews>(key, openViewedStore()), {
      product,
      at: Date.now(),
    });
    await set(key, next, openViewedStore());
    await storeOrder(copy, id);
    return next.before;
  } catch {
    return undefined;
  }
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
