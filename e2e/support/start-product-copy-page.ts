import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";

/** A product of an upstream that lists the least recently updated first. */
export interface ListedProduct {
  readonly id: number;
  readonly title: string;
  readonly updated: number;
}

const createRecord = ({ id, title, updated }: ListedProduct) => {
  const updated_at = new Date(updated).toISOString();
  const variants = [{ id: id * 10, sku: `SKU-${id}-A`, price: 10, quantity: 3, updated_at }];
  return { id, account_id: 1, channel_id: 1, sku: `SKU-${id}`, title, updated_at, variants };
};

/** The time at which a product changed: each a minute after the one before it. */
export const productMoment = (id: number): number => Date.UTC(2026, 0, 1) + (id - 1) * 60_000;

export const someProducts = (count: number): Map<number, ListedProduct> =>
  new Map(
    Array.from({ length: count }, (_, at) => {
      const id = at + 1;
      return [id, { id, title: `Product ${id}`, updated: productMoment(id) }];
    }),
  );

interface ProductCopyPageOptions {
  /** Requests a second; 0: no limit. */
  readonly rateLimit?: number;
  /** Awaited before each page of changes after a moment (milliseconds since 1970). */
  readonly beforePage?: (after: number) => unknown;
}

/** Starts a page that contains only a copy, served by a gateway in front of products that a test changes. */
export const startProductCopyPage = async (
  products: Map<number, ListedProduct>,
  { rateLimit = 0, beforePage = () => undefined }: ProductCopyPageOptions = {},
) => {
  const assets = await mkdtemp(join(tmpdir(), "supercargo-copy-"));
  await build({
    root: join(import.meta.dirname, "product-copy-page"),
    configFile: false,
    logLevel: "error",
    build: { outDir: assets, target: "es2023", modulePreload: { polyfill: false } },
    worker: { format: "es" },
  });
  const upstream = await startUpstream(async (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://upstream");
    const number = (name: string) => Number(searchParams.get(name));
    const after = Date.parse(searchParams.get("filterUpdatedAfter") ?? "");
    const [page, size] = [number("filterPageNumber"), number("filterPageSize")];
    await beforePage(after);
    const rows = [...products.values()]
      .filter(({ updated }) => updated > after)
      .toSorted((a, b) => a.updated - b.updated || a.id - b.id);
    const shown = rows.slice((page - 1) * size, page * size).map(createRecord);
    answer(response, 200, shown, { "x-total-count": String(rows.length) });
  });
  const gateway = await startGateway({
    upstream: { baseUrl: upstream.origin, rateLimit },
    assets,
  });
  return {
    url: gateway.origin,
    close: async () => {
      await gateway.close();
      await upstream.close();
      await rm(assets, { recursive: true, force: true });
    },
  };
};
