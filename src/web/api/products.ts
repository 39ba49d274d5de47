import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import { productOperations, type ResellerProductParent } from "#contract/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import { type Answer, fetchAnswer, type Urgency } from "./call.ts";

/** Includes all parts of a product; the API returns parts that are not requested as empty (api 4.2). */
const allParts = {
  includeCategories: true,
  includeOptions: true,
  includeImages: true,
  includeAttributes: true,
  includeVariants: true,
  includeVariantOptionValues: true,
  includeVariantImages: true,
};

/** A moment before any product: the API requires `filterUpdatedAfter` (api 4.2), and this value excludes none. */
const earliestMoment = "2000-01-01T00:00:00.000Z";

/** A page of a channel's products. */
interface ProductPage {
  readonly channelId: number;
  readonly page: number;
  /** Only products that changed after this moment. */
  readonly after?: string;
  readonly urgency?: Urgency;
}

const fetchProducts = (
  { channelId, page, after, urgency = "background" }: ProductPage,
  parts: Partial<typeof allParts>,
  signal: AbortSignal,
) =>
  fetchAnswer(productOperations.listProductParents, {
    params: { channelId },
    query: {
      ...parts,
      filterUpdatedAfter: after ?? earliestMoment,
      filterPageNumber: page,
      filterPageSize: pageSize.maximum,
    },
    signal,
    urgency,
  });

/** Loads one page of a channel's products without optional parts, to find a product. Background priority. */
export const fetchBareProducts = (channelId: number, page: number, signal: AbortSignal) =>
  fetchProducts({ channelId, page }, {}, signal);

/** Loads one page of a channel's complete products, as test records for mapping rules. Background priority. */
export const fetchWholeProducts = (channelId: number, page: number, signal: AbortSignal) =>
  fetchProducts({ channelId, page }, allParts, signal);

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
      const first = { channelId, after, page: 1, urgency: "click" } as const;
      const answer = await fetchProducts(first, allParts, signal);
      const found = pickOne(answer, id);
      if (found) return found;
      throw new ApiError("The product isn't where this link points.", {
        status: 404,
        outcome: "refused",
      });
    },
  });
