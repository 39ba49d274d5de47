import type { Session } from "./session.ts";
import { createQuery, type Runner, type TransactionOptions, type TransactionSql } from "./sql.ts";

type Body<T> = (transaction: TransactionSql) => Promise<T>;

/**
 * Runs the body's statements in one transaction on the session. After a statement failed, nothing is committed, even if
 * the body ignores the error.
 *
 * When the connection is lost, it rejects at once with that error. The body may continue, but each of its statements is
 * refused from then on, as after the end of the transaction.
 */
export async function runTransaction<T>(
  session: Session,
  body: Body<T>,
  { statementMs }: TransactionOptions,
  wrap: (runner: Runner) => Runner,
): Promise<T> {
  const statements = new TransactionRunner(session);
  const { limitMs } = session;
  const lost = new Promise<never>((_, reject) => (session.onLost = reject));
  lost.catch(() => {});
  try {
    await begin(session, statementMs);
    const transaction = Object.assign(createQuery(wrap(statements)), {
      isTransaction: true,
    } as const);
    const result = await Promise.race([body(transaction), lost]);
    await statements.end();
    await session.commit();
    return result;
  } catch (error) {
    if (session.lost === undefined) await rollBack(session, statements);
    throw session.lost ?? statements.causeOf(error);
  } finally {
    session.onLost = undefined;
    session.limitMs = limitMs;
  }
}

async function begin(session: Session, statementMs: number | undefined): Promise<void> {
  if (statementMs === undefined) return session.script("begin");
  await session.script(`begin; set local statement_timeout = ${statementMs}`);
  session.limitMs = statementMs;
}

/** If it fails, the session is still in the transaction, and the pool closes it. */
async function rollBack(session: Session, statements: TransactionRunner): Promise<void> {
  await statements.end().catch(() => {});
  await session.script("rollback").catch(() => {});
}

/** Runs statements one after the other until it is ended. */
class TransactionRunner implements Runner {
  readonly #session: Session;
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(session: Session) {
    this.#session = session;
  }

  run: Runner["run"] = (fragment) => this.#inTurn(() => this.#session.run(fragment));
  script: Runner["script"] = (text) => this.#inTurn(() => this.#session.script(text));
  load: Runner["load"] = (statement, chunks) =>
    this.#inTurn(() => this.#session.load(statement, chunks));

  #inTurn<R>(run: () => Promise<R>): Promise<R> {
    if (this.#isOver) return Promise.reject(new Error("The transaction is over"));
    const turn = this.#last.then(run);
    this.#last = turn.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    return turn;
  }

  /** Refuses further statements and waits for those before; rejects with the error of the first one that failed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#last;
    if (this.#failure) throw this.#failure.error;
  }

  /** The first error, if the given one only says that there was one before (SQLSTATE 25P02). */
  causeOf(error: unknown): unknown {
    const isLater = error instanceof Error && "code" in error && error.code === "25P02";
    return isLater && this.#failure ? this.#failure.error : error;
  }
}
