import { queryOptions } from "@tanstack/react-query";
import { productOperations, type ResellerProductParent } from "#contract/products.ts";
import { pageSize } from "#contract/limits.ts";
import { ApiError } from "#web/base/api-error.ts";
import { type Answer, fetchAnswer } from "./call.ts";
import { allParts } from "./changed-products.ts";

/** A moment before any product: the API requires `filterUpdatedAfter` (api 4.2), and this value excludes none. */
const earliestMoment = "2000-01-01T00:00:00.000Z";

/** Extracts one record from a list's answer, with only that record's parse problems. */
const pickOne = (
  { value, problems }: Answer<ResellerProductParent[]>,
  id: number,
): Answer<ResellerProductParent> | undefined => {
  const index = value.findIndex((product) => product.id === id);
  const [product, prefix] = [value[index], `${index}.`];
  if (product === undefined) return undefined;
  const own = problems
    .filter(({ path }) => path.startsWith(prefix))
    .map((problem) => ({ ...problem, path: problem.path.slice(prefix.length) }));
  return { value: product, problems: own, total: undefined };
};

/**
 * How to find a product in its channel: the API cannot read one product, only the products that changed after a moment.
 */
export interface ProductPlace {
  channelId: number;
  /** A moment just before the product's last change. */
  after: string;
}

/** One complete product, by one request for products changed after `after`; 404 if it is not on the first page. */
export const productDetail = (id: number, { channelId, after }: ProductPlace) =>
  queryOptions({
    queryKey: ["products", "detail", id, channelId, after] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetchAnswer(productOperations.listProductParents, {
        params: { channelId },
        query: {
          ...allParts,
          filterUpdatedAfter: after,
          filterPageNumber: 1,
          filterPageSize: pageSize.maximum,
        },
        signal,
        urgency: "click",
      });
      const found = pickOne(answer, id);
      if (found) return found;
      throw new ApiError("The product isn't where this link points.", {
        status: 404,
        outcome: "refused",
      });
    },
  });

/** Loads one page of a channel's products without optional parts, to find a product. Background priority. */
export const fetchBareProducts = (channelId: number, page: number, signal: AbortSignal) =>
  fetchAnswer(productOperations.listProductParents, {
    params: { channelId },
    query: {
      filterUpdatedAfter: earliestMoment,
      filterPageNumber: page,
      filterPageSize: pageSize.maximum,
    },
    signal,
    urgency: "background",
  });

/** Loads one page of a channel's complete products, as test records for mapping rules. Background priority. */
export const fetchWholeProducts = (channelId: number, page: number, signal: AbortSignal) =>
  fetchAnswer(productOperations.listProductParents, {
    params: { channelId },
    query: {
      ...allParts,
      filterUpdatedAfter: earliestMoment,
      filterPageNumber: page,
      filterPageSize: pageSize.maximum,
    },
    signal,
    urgency: "background",
  });
