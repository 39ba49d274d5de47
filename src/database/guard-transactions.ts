import type { Sql, TransactionSql } from "./sql.ts";

type Body = (transaction: TransactionSql) => unknown;

/**
 * Makes `begin` let go of a transaction whose connection was lost.
 *
 * postgres.js answers `begin` at once then, but what was running inside goes on, and its next statement (its `rollback`,
 * too) would run on whatever session the connection is reopened for: somebody else's, or none. So from that moment the
 * transaction refuses every statement, and the body's end is not waited for.
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
  // Whoever began it was answered already; an end would make postgres.js send a commit or a rollback after all.
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
