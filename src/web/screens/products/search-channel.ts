import { pageSize } from "#contract/limits.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Answer } from "#web/api/call.ts";
import { secondsAtRate } from "#web/records/runs/run-words.ts";
import { formatCount, formatDuration } from "#web/base/format.ts";

/** The progress of a search: the different products so far, and all of the channel if the API gives their number. */
export interface SearchProgress {
  readonly pages: number;
  readonly seen: number;
  readonly total: number | undefined;
}

/**
 * Searches a channel's products page by page. It ends with a short page, or with one that has no new product: an upstream
 * that doesn't support paging sends the same page each time. `found` is undefined if no page has the product.
 */
export const searchChannel = async (
  id: string,
  readPage: (page: number) => Promise<Answer<ResellerProductParent[]>>,
  report: (progress: SearchProgress) => void,
): Promise<{ found: ResellerProductParent | undefined; seen: number }> => {
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const { value, total } = await readPage(page);
    const known = ids.size;
    for (const product of value) if (product.id) ids.add(product.id);
    const seen = ids.size;
    const found = value.find((product) => String(product.id) === id);
    if (found || value.length < pageSize.maximum || seen === known) return { found, seen };
    report({ pages: page, seen, total });
  }
};

const exampleProducts = 10_000;

/** The requests that a search of a whole channel takes, and its duration at the rate limit, if that is known. */
export const describeSearchCost = (rateLimit: number | undefined): string => {
  const seconds = secondsAtRate(exampleProducts / pageSize.maximum, rateLimit);
  const requests = `One request for every ${pageSize.maximum} products`;
  return seconds === undefined
    ? `${requests}, one after another.`
    : `${requests}, at up to ${formatCount(rateLimit ?? 0, "request")} per second: a channel of ${formatCount(exampleProducts, "product")} takes about ${formatDuration(seconds)}.`;
};
