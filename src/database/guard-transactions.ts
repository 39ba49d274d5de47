import type { Sql, TransactionSql } from "./sql.ts";

type Body = (transaction: TransactionSql) => unknown;

/**
 * Makes `begin` abandon a transaction whose connection was lost.
 *
 * postgres.js then rejects `begin` at once, but the body continues, and its next statement (including its `rollback`)
 * would run on whichever session the connection is reopened for: one of another request, or none. So from that point
 * the transaction rejects every statement, and `begin` does not wait for the end of the body.
 */
export function guardTransactions(sql: Sql): Sql {
  const begin = sql.begin.bind(sql);
  const guarded = async (...args: [Body] | [string, Body]): Promise<unknown> => {
    const [options, body] = args.length === 1 ? ["", args[0]] : args;
    const state = { isOver: false };
    try {
      return await begin(options, (transaction) =>
        endUnlessOver(state, body(refuseWhenOver(state, transaction))),
      );
    } finally {
      state.isOver = true;
    }
  };
  return Object.assign(sql, { begin: guarded });
}

async function endUnlessOver(state: { isOver: boolean }, ending: unknown): Promise<unknown> {
  try {
    const result = await (Array.isArray(ending) ? Promise.all(ending) : ending);
    if (!state.isOver) return result;
  } catch (error) {
    if (!state.isOver) throw error;
  }
  // The caller already has the rejection; settling would make postgres.js send a commit or a rollback after all.
  return new Promise(() => {});
}

function refuseWhenOver(state: { isOver: boolean }, transaction: TransactionSql): TransactionSql {
  const check = (): void => {
    if (state.isOver) throw new Error("The transaction is over: its connection was lost");
  };
  return new Proxy(transaction, {
    apply(target, self, args) {
      check();
      return Reflect.apply(target, self, args);
    },
    get(target, name) {
      check();
      return Reflect.get(target, name);
    },
  });
}
