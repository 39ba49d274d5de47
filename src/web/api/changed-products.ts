import { productOperations } from "#contract/products.ts";
import { fetchAnswer } from "./call.ts";

/** Includes all parts of a product; the API returns parts that are not requested as empty (api 4.2). */
export const allParts = {
  includeCategories: true,
  includeOptions: true,
  includeImages: true,
  includeAttributes: true,
  includeVariants: true,
  includeVariantOptionValues: true,
  includeVariantImages: true,
};

/** A page of the products that changed after a moment. */
export interface ChangedPage {
  readonly channelId: number;
  readonly after: string;
  readonly page: number;
  readonly size: number;
  /** Bypasses the gateway's cache. */
  readonly fresh: boolean;
}

/** Loads one page of complete products that changed after a moment, for the local copy. Background priority. */
export const fetchChangedProducts = (
  { channelId, after, page, size, fresh }: ChangedPage,
  signal: AbortSignal,
) =>
  fetchAnswer(productOperations.listProductParents, {
    params: { channelId },
    query: {
      ...allParts,
      filterUpdatedAfter: after,
      filterPageNumber: page,
      filterPageSize: size,
    },
    signal,
    fresh,
    urgency: "background",
  });
