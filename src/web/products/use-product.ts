import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { productDetail, type ProductPlace } from "#web/api/products.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import type { Reading } from "#web/ui/record-screen.tsx";
import { useValue } from "#web/ui/value-store.ts";
import type { CopiedProduct, ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { lookAt, type ProductLook } from "./last-look.ts";
import { placeIn, placeOf } from "./product-place.ts";

/** Before any product: a place for a query that is not asked. */
const nowhere: ProductPlace = { channelId: 0, after: "" };

const answerOfCopy = ({ product }: CopiedProduct): Answer<ResellerProductParent> => ({
  value: product,
  problems: [],
  total: undefined,
});

interface ProductReading {
  reading: Reading<ResellerProductParent>;
  copied: CopiedProduct | undefined;
  /** How it was when somebody last saw it otherwise in this browser. */
  look: ProductLook | undefined;
  /** What is shown came from the API just now. */
  fresh: boolean;
  /** Neither the copy nor the API has it where it was looked for. */
  lost: boolean;
  error: unknown;
}

/** The look before this one; noted when nothing newer is on its way. */
const useLastLook = (
  channelId: number,
  product: ResellerProductParent | undefined,
  settled: boolean,
): ProductLook | undefined => {
  const [look, setLook] = useState<ProductLook>();
  useEffect(() => {
    if (!settled || product === undefined) return;
    let here = true;
    void lookAt(channelId, product).then((before) => {
      if (here) setLook(before);
    });
    return () => {
      here = false;
    };
  }, [channelId, product, settled]);
  return look;
};

/** One product: at once as this browser's copy has it, then as the API answers, by one request. */
export const useProduct = (id: number, copy: ProductCopy): ProductReading => {
  const { search } = useListSearch();
  const { searchable } = useValue(copy.state);
  const kept = useQuery({
    queryKey: ["products", "copied", copy.channelId, id] as const,
    queryFn: async () => (await copy.product(id)) ?? null,
    enabled: searchable,
    staleTime: 0,
    gcTime: 0,
  });
  const copied = kept.data ?? undefined;
  const place = placeIn(copied ? placeOf(copied.product) : search) ?? placeIn(search);
  const looked = kept.isFetched || placeIn(search) !== undefined;
  const api = useQuery({
    ...productDetail(id, place ?? nowhere),
    enabled: looked && place !== undefined,
  });
  const data = api.data ?? (copied && answerOfCopy(copied));
  const look = useLastLook(
    copy.channelId,
    data?.value,
    api.isFetched || (looked && place === undefined),
  );
  const missing =
    (looked && kept.isFetched && place === undefined) ||
    (api.error instanceof ApiError && api.error.status === 404);
  return {
    reading: {
      data,
      isPending: data === undefined && !api.isError,
      isError: api.isError && data === undefined,
      error: api.error,
      refetch: api.refetch,
    },
    copied,
    look,
    fresh: api.data !== undefined,
    lost: missing && data === undefined,
    error: api.error,
  };
};
