import { answer, startUpstream, type TestUpstream } from "./recording-upstream.ts";

export interface UpstreamProduct {
  readonly id: number;
  /** Milliseconds since 1970; null: it has no time. */
  readonly updated: number | null;
  /** Fields of the record in addition. */
  readonly more?: object;
}

/** The answer to a request for products: rows, or a failure. */
type Answered =
  | readonly object[]
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

export interface PageRequest {
  readonly channel: number;
  readonly after: number;
  readonly page: number;
  readonly size: number;
  /** The number of this request, from 1. */
  readonly number: number;
}

export interface ProductUpstream extends TestUpstream {
  /** The products of every channel; a test changes them. */
  readonly products: Map<number, UpstreamProduct>;
  /** Requests for products so far. */
  readonly requests: PageRequest[];
  /** Answers instead of the list; undefined: the list answers. */
  answerPages(act: ((request: PageRequest) => Answered | undefined) | undefined): void;
  /** What `GET /channel/` answers; undefined: it isn't served. */
  channels: readonly object[] | undefined;
}

const writeProduct = ({ id, updated, more = {} }: UpstreamProduct): object => ({
  id,
  account_id: 1,
  channel_id: 1,
  sku: `P-${id}`,
  title: `Product ${id}`,
  updated_at: updated === null ? null : new Date(updated).toISOString(),
  variants: [],
  ...more,
});

/** Rows after a moment, the least recently updated first, as the API documents it. */
export const listAfter = (
  products: Iterable<UpstreamProduct>,
  { after, page, size }: PageRequest,
): object[] =>
  [...products]
    .filter(({ updated }) => (updated ?? Number.POSITIVE_INFINITY) > after)
    .toSorted((a, b) => (a.updated ?? 0) - (b.updated ?? 0) || a.id - b.id)
    .slice((page - 1) * size, page * size)
    .map(writeProduct);

/** An upstream that lists products, and whose products change. */
export const startProductUpstream = async (): Promise<ProductUpstream> => {
  const products = new Map<number, UpstreamProduct>();
  const requests: PageRequest[] = [];
  let act: ((request: PageRequest) => Answered | undefined) | undefined;
  const upstream = await startUpstream();
  const served: ProductUpstream = Object.assign(upstream, {
    products,
    requests,
    channels: undefined,
    answerPages: (next: typeof act) => {
      act = next;
    },
  });
  upstream.behave((request, response) => {
    const url = new URL(request.url ?? "", "http://upstream");
    const [, channel] = /^\/reseller-channels\/(\d+)\/products\/parents$/.exec(url.pathname) ?? [];
    if (channel === undefined)
      return url.pathname === "/channel/" && served.channels !== undefined
        ? answer(response, 200, served.channels)
        : answer(response, 404, { error: "Not found" });
    const read = (name: string) => url.searchParams.get(name) ?? "";
    const page: PageRequest = {
      channel: Number(channel),
      after: Date.parse(read("filterUpdatedAfter")),
      page: Number(read("filterPageNumber")),
      size: Number(read("filterPageSize")),
      number: requests.length + 1,
    };
    requests.push(page);
    const answered = act?.(page) ?? listAfter(products.values(), page);
    return "status" in answered
      ? answer(response, answered.status, answered.body ?? { error: "No" }, answered.headers)
      : answer(response, 200, answered);
  });
  return served;
};
