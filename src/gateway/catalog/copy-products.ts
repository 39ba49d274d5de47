import { pageSize } from "#contract/limits.ts";
import { productOperations, ResellerProductParent } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { readTime } from "#contract/read-time.ts";
import type { Query, Sql } from "#database/sql.ts";
import type { CopyJob, CopyRequest, Fence } from "#gateway/copying/copying.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import { codeOf } from "#gateway/server/database.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import { isComplete, type Reading } from "./read-pages.ts";
import {
  type CatalogRow,
  listCatalogs,
  lockCatalog,
  markGone,
  type Product,
  saveCatalog,
  savePage,
} from "./store.ts";
import { chooseReading, readState, type StoredPage, takeFailure, takePage } from "./sweep-state.ts";

interface CopyProductsOptions {
  readonly sql: () => Promise<Sql>;
  readonly upstream: string;
  readonly fence: Fence;
  readonly redactor: Pick<Redactor, "text">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The code of why the database doesn't take a page; undefined when it does again. */
  readonly onStorage: (catalog: number, code: string | undefined) => void;
}

const { listProductParents } = productOperations;

/** Another gateway's people may ask for something; the state tells no time for that. */
const restMs = 2_000;

const includes = Object.keys(listProductParents.query.shape)
  .filter((name) => name.startsWith("include"))
  .map((name) => `&${name}=true`)
  .join("");

const pathTo = (channel: number, { after, page }: Reading): string =>
  `${listProductParents.path.replace("{channelId}", String(channel))}` +
  `?filterUpdatedAfter=${new Date(after).toISOString()}&filterPageSize=${pageSize.maximum}` +
  `&filterPageNumber=${page}${includes}`;

const hasId = (product: ResellerProductParent): product is ResellerProductParent & { id: number } =>
  Number.isSafeInteger(product.id) && product.id! > 0;

type Answer = Extract<Verdict, { kind: "success" }>;

const readPage = (answer: Answer) => {
  const { value } = readAnswer(listProductParents.response, answer.value);
  const products = new Map(
    value
      .filter(hasId)
      .map((product): [number, Product] => [product.id, { id: product.id, product }]),
  );
  return {
    moments: value.map(({ updated_at }) => readTime(updated_at)),
    products: [...products.values()],
    unreadable: value.filter((product) => !hasId(product)).length,
    total: answer.totalCount === undefined ? null : Number(answer.totalCount),
  };
};

const notAList: Extract<Verdict, { kind: "failure" }> = {
  kind: "failure",
  failure: { kind: "upstream-invalid", detail: "The response isn't a list of products." },
  status: 200,
  tokenRefused: false,
  retryAfterMs: undefined,
};

/** Keeps the catalogs of the channels that people look at up to date. */
export const createProductsJob = (options: CopyProductsOptions): CopyJob => {
  const { sql, upstream, fence, redactor, now, onStorage } = options;
  /** Channels take turns. */
  const servedAt = new Map<number, number>();

  const storePage = async (
    transaction: Query,
    row: CatalogRow,
    reading: Reading,
    answer: Answer,
  ): Promise<void> => {
    const locked = await lockCatalog(transaction, row);
    if (locked === undefined) return;
    const { moments, products, unreadable, total } = readPage(answer);
    const version = locked.version + 1;
    const { pass } = reading;
    const saved = await savePage(transaction, row.id, products, { version, pass, readAt: now() });
    const count = locked.products + saved.inserted;
    const page: StoredPage = {
      moments,
      total,
      unreadable,
      added: saved.added,
      changed: saved.changed > 0,
      products: count,
    };
    const { state, over } = takePage(readState(row.state), reading, page, now());
    const isSwept = over?.kind === "all";
    if (isSwept) {
      const { pass: own, before } = state.swept!;
      const since = isComplete(over, locked.products) ? own : before;
      await markGone(transaction, row.id, { since, now: now(), version });
    }
    await saveCatalog(transaction, row.id, {
      // The end of a sweep makes all prices newer.
      version: saved.changed > 0 || isSwept ? version : locked.version,
      products: count,
      state: JSON.stringify(state),
      asked: row.asked,
    });
  };

  const storeFailure = async (
    transaction: Query,
    row: CatalogRow,
    verdict: Extract<Verdict, { kind: "failure" }>,
  ): Promise<void> => {
    const locked = await lockCatalog(transaction, row);
    if (locked === undefined || verdict.failure.kind === "stopping") return;
    const { detail } = verdict.failure;
    const failure = {
      ...verdict.failure,
      ...(detail === undefined ? {} : { detail: redactor.text(detail) }),
    };
    const state = takeFailure(readState(row.state), { ...verdict, failure }, now());
    await saveCatalog(transaction, row.id, {
      ...locked,
      state: JSON.stringify(state),
      asked: row.asked,
    });
  };

  const toRequest = (row: CatalogRow, reading: Reading): CopyRequest => ({
    operation: listProductParents,
    ownerId: row.channel,
    path: pathTo(row.channel, reading),
    store: async (verdict) => {
      const judged =
        verdict.kind === "success" && !Array.isArray(verdict.value) ? notAList : verdict;
      try {
        await fence(async (transaction) =>
          judged.kind === "success"
            ? storePage(transaction, row, reading, judged)
            : storeFailure(transaction, row, judged),
        );
        onStorage(row.id, undefined);
      } catch (error) {
        onStorage(row.id, codeOf(error));
        throw error;
      }
    },
  });

  return {
    begin: async () => undefined,
    next: async () => {
      const rows = await listCatalogs(await sql(), upstream);
      const due = rows.flatMap((row) => {
        const reading = chooseReading(readState(row.state), { ...row, now: now() });
        return reading === undefined ? [] : { row, reading };
      });
      const last = ({ id }: CatalogRow) => servedAt.get(id) ?? 0;
      const [first] = due.toSorted((one, other) => last(one.row) - last(other.row));
      if (first === undefined) return restMs;
      servedAt.set(first.row.id, performance.now());
      return toRequest(first.row, first.reading);
    },
  };
};
