import { productOperations } from "#contract/products.ts";
import { answerOf } from "./call.ts";

/** Everything that a product has; each part not asked for comes empty (api 4.2). */
export const everyPart = {
  includeCategories: true,
  includeOptions: true,
  includeImages: true,
  includeAttributes: true,
  includeVariants: true,
  includeVariantOptionValues: true,
  includeVariantImages: true,
};

/** Which page of what changed after a moment. */
export interface ChangedPage {
  readonly channelId: number;
  readonly after: string;
  readonly page: number;
  readonly size: number;
  /** An answer that the gateway kept for others will not do. */
  readonly fresh: boolean;
}

/** One page of the products that changed after a moment, whole: for this browser's copy. Behind everything else. */
export const changedProducts = (
  { channelId, after, page, size, fresh }: ChangedPage,
  signal: AbortSignal,
) =>
  answerOf(productOperations.listProductParents, {
    params: { channelId },
    query: {
      ...everyPart,
      filterUpdatedAfter: after,
      filterPageNumber: page,
      filterPageSize: size,
    },
    signal,
    fresh,
    urgency: "background",
  });
