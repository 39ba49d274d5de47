import { queryOptions } from "@tanstack/react-query";
import { productOperations, type ResellerProductParent } from "#contract/products.ts";
import { pageSize } from "#contract/limits.ts";
import { ApiError } from "./api-error.ts";
import { type Answer, answerOf } from "./call.ts";
import { everyPart } from "./changed-products.ts";

/** Long before any product: the API demands `filterUpdatedAfter` (api 4.2), and this leaves none out. */
const sinceEver = "2000-01-01T00:00:00.000Z";

/** One record out of a list's answer, with the problems of that record alone. */
const oneOf = (
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

/** Where a product stands among its channel's: the API has no read of one product, only what changed after a moment. */
export interface ProductPlace {
  channelId: number;
  /** Just before the product's last change. */
  after: string;
}

/** One product whole, by one request for what changed from its last change on; 404 when it is not among the first of those. */
export const productDetail = (id: number, { channelId, after }: ProductPlace) =>
  queryOptions({
    queryKey: ["products", "detail", id, channelId, after] as const,
    queryFn: async ({ signal }) => {
      const answer = await answerOf(productOperations.listProductParents, {
        params: { channelId },
        query: {
          ...everyPart,
          filterUpdatedAfter: after,
          filterPageNumber: 1,
          filterPageSize: pageSize.maximum,
        },
        signal,
        urgency: "click",
      });
      const found = oneOf(answer, id);
      if (found) return found;
      throw new ApiError("The product isn't where this link points.", {
        status: 404,
        outcome: "refused",
      });
    },
  });

/** One page of a channel's products, bare: for looking one up. Behind everything that a person waits for. */
export const barePageOfProducts = (channelId: number, page: number, signal: AbortSignal) =>
  answerOf(productOperations.listProductParents, {
    params: { channelId },
    query: {
      filterUpdatedAfter: sinceEver,
      filterPageNumber: page,
      filterPageSize: pageSize.maximum,
    },
    signal,
    urgency: "background",
  });

/** One page of a channel's products with everything they have: what mapping rules are tried on. Behind everything else. */
export const wholePageOfProducts = (channelId: number, page: number, signal: AbortSignal) =>
  answerOf(productOperations.listProductParents, {
    params: { channelId },
    query: {
      ...everyPart,
      filterUpdatedAfter: sinceEver,
      filterPageNumber: page,
      filterPageSize: pageSize.maximum,
    },
    signal,
    urgency: "background",
  });
