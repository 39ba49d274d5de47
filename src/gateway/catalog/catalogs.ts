import { accountOperations } from "#contract/account.ts";
import type { CatalogLine, CatalogProblem, CatalogState } from "#contract/catalog.ts";
import { readAnswer } from "#contract/read.ts";
import type { Sql } from "#database/sql.ts";
import type { Copying } from "#gateway/copying/copying.ts";
import type { Forwarder } from "#gateway/proxy/forward-call.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { type Clock, within } from "#gateway/server/clock.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import type { BackgroundWork } from "#gateway/server/stop.ts";
import { createProductsJob } from "./copy-products.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { Held } from "./indexes.ts";
import { toLine } from "./lines.ts";
import {
  askFor,
  type CatalogRow,
  findSkus,
  listCatalogs,
  readCatalog,
  openCatalog,
} from "./store.ts";
import { type Asked, describeState, readState } from "./sweep-state.ts";
import { createValueCounts, type ValueCounts } from "./value-counts.ts";

interface CatalogsOptions {
  readonly sql: () => Promise<Sql>;
  readonly upstream: string;
  readonly copying: Copying;
  readonly forwarder: Pick<Forwarder, "send">;
  readonly tokenFor: TokenFor;
  readonly folder: string | undefined;
  readonly redactor: Pick<Redactor, "text">;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (facts: object, message: string) => void;
}

export interface Catalogs extends BackgroundWork {
  readonly engine: Pick<Engine, "call">;
  /** The catalog of a channel, for a request about it. Its index opens; a large one is not waited for. */
  readonly look: (channel: number) => Promise<CatalogRow>;
  readonly describe: (row: CatalogRow, held?: Held) => CatalogState;
  readonly ask: (row: CatalogRow, asked: Asked) => Promise<CatalogRow>;
  readonly findLines: (
    skus: readonly string[],
    channel: number | null,
  ) => Promise<Record<string, CatalogLine>>;
  readonly findValues: ValueCounts["find"];
  /** Runs calls about open indexes one after another; undefined if the request has ended meanwhile. */
  readonly inTurn: <T>(isGone: () => boolean, work: () => Promise<T>) => Promise<T | undefined>;
}

/** A row is read again after this time, and its use is noted so often. */
const rowMs = 1_000;
const useMs = 60_000;

/** A small catalog is open by then; of a larger one, the first searches find what is there so far. */
const openMs = 400;

/** Without any catalog, channels are looked for so often, and the catalogs of so many begin. */
const findChannelsMs = 3_600_000;
const mostFirst = 3;

const { listChannels } = accountOperations;

export const createCatalogs = (options: CatalogsOptions): Catalogs => {
  const { sql, upstream, copying, forwarder, tokenFor, clock, now } = options;
  const engine = createEngine(options);
  const valueCounts = createValueCounts({ ...options, engine });
  const storageProblems = new Map<number, CatalogProblem>();
  const rows = new Map<number, { row: Promise<CatalogRow>; readAt: number; usedAt: number }>();
  let channelsSoughtAt = Number.NEGATIVE_INFINITY;
  let turn: Promise<unknown> = Promise.resolve();

  copying.add(
    createProductsJob({
      ...options,
      fence: copying.fence,
      onStorage: (catalog, code) => {
        if (code === undefined) storageProblems.delete(catalog);
        else storageProblems.set(catalog, { kind: "storage", status: 0, detail: code });
      },
    }),
  );

  const open = async (channel: number): Promise<CatalogRow> => {
    const row = await openCatalog(await sql(), upstream, channel);
    if (row.state === "{}") copying.wake();
    return row;
  };
  /** The row as it was at most a second ago. */
  const readRow = async (channel: number): Promise<CatalogRow> => {
    const known = rows.get(channel);
    const at = clock.now();
    if (known !== undefined && at - known.readAt < rowMs) return known.row;
    const isNoted = known !== undefined && at - known.usedAt < useMs;
    const row = isNoted
      ? known.row.then(async ({ id }) => readCatalog(await sql(), id))
      : open(channel);
    rows.set(channel, { row, readAt: at, usedAt: isNoted ? known.usedAt : at });
    row.catch(() => rows.delete(channel));
    return row;
  };

  /** Opens the first channels where no channel was opened yet, so that lines get pictures. */
  const findChannels = async (): Promise<void> => {
    if (clock.now() - channelsSoughtAt < findChannelsMs) return;
    channelsSoughtAt = clock.now();
    if ((await listCatalogs(await sql(), upstream)).length > 0) return;
    const choice = tokenFor(listChannels, undefined);
    if ("missing" in choice) return;
    const { verdict } = await forwarder.send({
      operation: listChannels,
      path: listChannels.path,
      body: undefined,
      token: choice.token,
      person: undefined,
      urgency: 7,
    }).result;
    if (verdict.kind === "failure") return;
    const { value } = readAnswer(listChannels.response, verdict.value);
    const ids = value.flatMap(({ id, channelType }) =>
      channelType === "reseller" && Number.isSafeInteger(id) ? id : [],
    );
    for (const id of ids.toSorted((a, b) => a - b).slice(0, mostFirst)) await open(id);
  };

  return {
    engine,
    findValues: valueCounts.find,
    look: async (channel) => {
      const row = await readRow(channel);
      const swept = readState(row.state).swept?.from ?? 0;
      const following = engine.follow(row, swept).catch(() => undefined);
      if (engine.describe(row).opening !== null)
        await within(clock, openMs, following).catch(() => undefined);
      return row;
    },
    describe: (row, held) => {
      const state = describeState(row, now());
      const problem = storageProblems.get(row.id);
      return {
        ...state,
        ...(problem === undefined ? {} : { phase: "waiting", problem }),
        ...engine.describe(row, held),
      };
    },
    ask: async ({ id, channel }, asked) => {
      const database = await sql();
      await askFor(database, id, asked);
      rows.delete(channel);
      copying.wake();
      return readCatalog(database, id);
    },
    findLines: async (skus, channel) => {
      const found = await findSkus(await sql(), upstream, skus, channel);
      if (found.length < skus.length) void findChannels().catch(() => undefined);
      for (const one of new Set(found.map((line) => line.channel)))
        void readRow(one).catch(() => undefined);
      return Object.fromEntries(found.map((line) => [line.sku, toLine(line)]));
    },
    inTurn: async (isGone, work) => {
      const mine = turn.then(async () => (isGone() ? undefined : work()));
      turn = mine.catch(() => undefined);
      return mine;
    },
    stopping: () => undefined,
    idle: async () => undefined,
    close: async () => engine.close(),
  };
};
