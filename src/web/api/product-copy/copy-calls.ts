import type { ProductIndex } from "#web/api/product-search/product-index.ts";
import type { ProductQuery } from "#web/api/product-search/product-query.ts";
import { type CopyIndex, createOverview } from "./copy-index.ts";
import type { CopyCall, CopyCalls, CopyCommand } from "./copy-messages.ts";
import type { CopyStore } from "./copy-store.ts";

/** An open local copy. */
export interface OpenedCopy {
  readonly store: CopyStore;
  readonly index: CopyIndex;
  readonly pause: () => Promise<void>;
  readonly touch: () => void;
  readonly seen: () => void;
  readonly hidden: () => void;
  readonly command: (command: CopyCommand) => Promise<void>;
  readonly forget: () => Promise<void>;
}

const find = (index: ProductIndex, query: ProductQuery, first: number, last: number) => {
  const matches = index.search(query);
  const shown = matches.ids.subarray(first, last + 1);
  return { ...matches, rows: index.rows(shown, query.text, matches.corrected) };
};

/** The calls that a page can make on an open copy. */
export const copyCalls: {
  [C in CopyCall]: (
    opened: OpenedCopy,
    ...args: Parameters<CopyCalls[C]>
  ) => ReturnType<CopyCalls[C]> | Promise<ReturnType<CopyCalls[C]>>;
} = {
  search: ({ index, touch }, query, first, last) => {
    touch();
    return find(index.index(), query, first, last);
  },
  matches: ({ index }, query) => index.index().search(query),
  facets: ({ index }, query) => index.index().facets(query),
  rows: ({ index }, ids, text, corrected) => index.index().rows(ids, text, corrected),
  pack: ({ index, pause }) => index.packer.pack(index.index(), pause),
  product: async ({ store, touch }, id) => {
    touch();
    const [[record], earlier] = await Promise.all([store.records([id]), store.earlier(id)]);
    return (
      record && {
        product: record.product,
        readAt: record.readAt,
        ...(earlier && { previous: { product: earlier.product, readAt: earlier.readAt } }),
        ...(record.goneAt !== null && { goneAt: record.goneAt }),
      }
    );
  },
  products: async ({ store }, ids) =>
    (await store.records(ids)).flatMap((record) => record?.product ?? []),
  overview: ({ index, pause }, timeZone) => createOverview(index.index(), pause, timeZone),
  forget: ({ forget }) => forget() as Promise<undefined>,
};

/** Collects the buffers of an answer that can be transferred instead of copied. */
export const collectBuffers = (value: unknown): ArrayBuffer[] =>
  Object.values(value ?? {}).flatMap((part: unknown) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? part.buffer : [],
  );
