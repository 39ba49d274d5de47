import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { catalogOperations, type CatalogProduct, type CatalogState } from "#contract/catalog.ts";
import type { Operation } from "#contract/operation.ts";
import { type Answering, answerJson, sendJson } from "#gateway/server/answer-request.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import type { Sql } from "#database/sql.ts";
import type { Catalogs } from "./catalogs.ts";
import { readProduct, readRecords, type StoredProduct } from "./store.ts";
import { readState } from "./sweep-state.ts";

interface CatalogRoutes {
  readonly answering: Answering;
  /** Undefined where nothing is copied. */
  readonly storage: { readonly sql: () => Promise<Sql>; readonly catalogs: Catalogs } | undefined;
}

const offState: CatalogState = {
  phase: "off",
  products: 0,
  epoch: "",
  opening: null,
  sweep: null,
  sweptFrom: null,
  sweptAt: null,
  checkedAt: null,
  nextCheckAt: null,
  waitingUntil: null,
  problem: null,
  unreadable: 0,
};

/** Records that are read from the database at once. */
const recordsAtOnce = 200;

const checkTimeZone = (timeZone: string | undefined): string => {
  if (timeZone === undefined) return "";
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new Stop({ kind: "bad-request", detail: `There is no time zone ${timeZone}.` });
  }
};

const toProduct = (stored: StoredProduct, sweptFrom: number): CatalogProduct => {
  const { record, readAt, goneAt, previous, previousReadAt } = stored;
  const parse = (text: string) => JSON.parse(text) as CatalogProduct["product"];
  return {
    product: parse(record),
    readAt: goneAt === null ? Math.max(readAt, sweptFrom) : readAt,
    previous:
      previous === null ? null : { product: parse(previous), readAt: previousReadAt ?? readAt },
    goneAt,
  };
};

const unknownProduct = (id: number) =>
  new Stop({ kind: "unknown-path", detail: `Product ${id} isn't in the catalog of this channel.` });

/** The gateway's own operations under /api: the copies of channels' products. */
export const serveCatalog = (app: FastifyInstance, { answering, storage }: CatalogRoutes): void => {
  interface Checked {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly catalogs: Catalogs;
    readonly sql: Sql;
  }
  type Handle = (checked: Checked) => Promise<FastifyReply>;
  type Name = keyof typeof catalogOperations;
  const operations = catalogOperations;

  const bodyOf = <S extends z.ZodMiniType>(
    operation: Operation & { readonly body: S },
    request: FastifyRequest,
  ): z.output<S> => check(operation.body, requireBody(operation, request));
  const channelOf = (request: FastifyRequest): number =>
    check(operations.getCatalog.params, request.params).channelId;
  const isGone = (reply: FastifyReply) => () =>
    reply.raw.destroyed || reply.raw.socket?.destroyed === true;
  const answer = (reply: FastifyReply, value: unknown) => answerJson(reply, 200, value, answering);

  const handlers: Record<Name, Handle> = {
    getCatalog: async ({ request, reply, catalogs }) =>
      answer(reply, catalogs.describe(await catalogs.look(channelOf(request)))),
    checkCatalog: async ({ request, reply, catalogs }) => {
      const channel = channelOf(request);
      const { everything } = bodyOf(operations.checkCatalog, request);
      const row = await catalogs.look(channel);
      const asked = await catalogs.ask(row, everything ? "everything" : "changes");
      return answer(reply, catalogs.describe(asked));
    },
    searchCatalog: async ({ request, reply, catalogs }) => {
      const channel = channelOf(request);
      const { query, first, count, facets = false } = bodyOf(operations.searchCatalog, request);
      const row = await catalogs.look(channel);
      const window = { query, first, count, facets };
      const found = await catalogs.inTurn(isGone(reply), async () =>
        catalogs.engine.call("search", row.id, window),
      );
      if (found === undefined) return reply.hijack();
      const { held, ...matches } = found;
      return answer(reply, { state: catalogs.describe(row, held), first, ...matches });
    },
    getCatalogOverview: async ({ request, reply, catalogs }) => {
      const channel = channelOf(request);
      const { timeZone } = checkQuery(operations.getCatalogOverview.query, request);
      const zone = checkTimeZone(timeZone);
      const row = await catalogs.look(channel);
      return answer(reply, await catalogs.engine.call("overview", row.id, zone));
    },
    getCatalogProduct: async ({ request, reply, catalogs, sql }) => {
      const { id } = check(operations.getCatalogProduct.params, request.params);
      const row = await catalogs.look(channelOf(request));
      const stored = await readProduct(sql, row.id, id);
      if (stored === undefined) throw unknownProduct(id);
      return answer(reply, toProduct(stored, readState(row.state).swept?.from ?? 0));
    },
    listCatalogSamples: async ({ request, reply, catalogs, sql }) => {
      const channel = channelOf(request);
      const { first, count } = bodyOf(operations.listCatalogSamples, request);
      const row = await catalogs.look(channel);
      const { ids, total } = await catalogs.engine.call("oldest", row.id, first, count);
      const records: string[] = [];
      for (let from = 0; from < ids.length; from += recordsAtOnce)
        records.push(...(await readRecords(sql, row.id, ids.slice(from, from + recordsAtOnce))));
      const state = answering.redactor.serialise(catalogs.describe(row));
      // As they are stored: reading and writing thousands of records would keep other requests waiting.
      const json = `{"state":${state},"total":${total},"products":[${records.join(",")}]}`;
      return sendJson(reply, 200, answering.redactor.text(json), answering);
    },
    findFieldValues: async ({ request, reply, catalogs }) => {
      const channel = channelOf(request);
      const asked = bodyOf(operations.findFieldValues, request);
      return answer(reply, await catalogs.findValues(await catalogs.look(channel), asked));
    },
    findCatalogLines: async ({ request, reply, catalogs }) => {
      const { skus, channelId = null } = bodyOf(operations.findCatalogLines, request);
      return answer(reply, await catalogs.findLines(skus, channelId));
    },
  };

  /** Where nothing is copied, nothing is found. */
  const offHandlers: Record<Name, (request: FastifyRequest) => unknown> = {
    getCatalog: () => offState,
    checkCatalog: () => offState,
    searchCatalog: (request) => {
      const { first } = bodyOf(operations.searchCatalog, request);
      return { state: offState, total: 0, first, rows: [] };
    },
    getCatalogOverview: () => {
      throw new Stop({ kind: "unknown-path", detail: "This gateway copies no products." });
    },
    getCatalogProduct: (request) => {
      const { id } = check(operations.getCatalogProduct.params, request.params);
      throw unknownProduct(id);
    },
    listCatalogSamples: () => ({ state: offState, total: 0, products: [] }),
    findFieldValues: () => null,
    findCatalogLines: () => ({}),
  };

  for (const [name, operation] of Object.entries(catalogOperations) as [
    Name,
    (typeof catalogOperations)[Name],
  ][])
    serveOwnOperation(
      app,
      operation,
      async (request, reply) => {
        if (storage === undefined) return answer(reply, offHandlers[name](request));
        const { catalogs, sql } = storage;
        return handlers[name]({ request, reply, catalogs, sql: await sql() });
      },
      answering,
    );
};
