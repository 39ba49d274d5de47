import type { FieldValues } from "#contract/catalog.ts";
import type { Sql } from "#database/sql.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { codeOf } from "#gateway/server/database.ts";
import type { Engine } from "./engine.ts";
import type { AskedValues } from "./indexes.ts";
import { type CatalogRow, type Position, readChanges } from "./store.ts";

/* The values of all fields are counted at once, when they are first asked for, and again after changes. */

/** Rows that the thread takes at once: searches wait no longer than that. */
const rowsAtOnce = 100;

/** Changed products are counted again after this time, or after ten times what counting took. */
const agedMs = 60_000;

interface ValueCountsOptions {
  readonly sql: () => Promise<Sql>;
  readonly engine: Pick<Engine, "call">;
  readonly clock: Clock;
  readonly log: (facts: object, message: string) => void;
}

export interface ValueCounts {
  /** The values of a field, as they were last counted; null until then. */
  readonly find: (row: CatalogRow, asked: AskedValues) => Promise<FieldValues | null>;
}

export const createValueCounts = ({ sql, engine, clock, log }: ValueCountsOptions): ValueCounts => {
  const counted = new Map<number, { version: number; again: number }>();
  const counting = new Set<number>();

  const count = async ({ id, version }: CatalogRow): Promise<void> => {
    if (counting.has(id)) return;
    counting.add(id);
    const from = clock.now();
    try {
      const database = await sql();
      let position: Position = { version: 0, id: 0 };
      await engine.call("beginCounting", id);
      for (;;) {
        const rows = await readChanges(database, id, position, rowsAtOnce);
        const last = rows.at(-1);
        if (last === undefined) break;
        position = { version: last.version, id: last.id };
        await engine.call("countRows", id, rows);
        if (rows.length < rowsAtOnce) break;
      }
      await engine.call("endCounting", id);
      const now = clock.now();
      counted.set(id, { version, again: now + Math.max(agedMs, 10 * (now - from)) });
    } catch (error) {
      log({ code: codeOf(error) }, "could not count the values of a catalog");
    } finally {
      counting.delete(id);
    }
  };

  return {
    find: async (row, asked) => {
      const found = await engine.call("values", row.id, asked);
      const last = counted.get(row.id);
      const isOld = last && row.version > last.version && clock.now() >= last.again;
      if (found === null || isOld !== false) void count(row);
      return found;
    },
  };
};
