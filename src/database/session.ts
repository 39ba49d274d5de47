import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  compile,
  createQuery,
  type Fragment,
  type Result,
  type Runner,
  type TransactionOptions,
  type TransactionSql,
} from "./sql.ts";

/** How much longer than the server lets a statement take its reply may take: the server's own error says more. */
const marginMs = 1_500;

/**
 * Calls `act` when nothing arrived on a connection for longer than the server lets a statement take: the server, or the
 * way to it, is gone without having closed the connection. What arrives slowly is waited for. `limitMs` is the server's
 * limit; 0: none, so nothing is watched. Returns a function that ends the watch.
 */
export const watchReply = (socket: Socket, limitMs: number, act: () => void): (() => void) => {
  if (limitMs === 0) return () => undefined;
  let received = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Immediate | undefined;
  const judge = (): void => {
    if (socket.bytesRead === received) act();
    else wait();
  };
  const wait = (): void => {
    received = socket.bytesRead;
    // After this process was suspended, a reply may be there that is read only now.
    timer = setTimeout(() => (look = setImmediate(judge)), limitMs + marginMs);
  };
  wait();
  return () => {
    clearTimeout(timer);
    clearImmediate(look);
  };
};

/** The end of a connection, in place of the SQLSTATE of an error that the server reports. */
type Code = "CONNECTION_CLOSED" | "CONNECTION_ENDED" | "CONNECT_TIMEOUT";

/** A statement failed without the server's reply: its connection was lost, or there was none. */
export class ConnectionError extends Error {
  readonly code: Code;

  constructor(code: Code, cause?: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`${explanations[code]} (${code})${reason}`, { cause });
    this.code = code;
  }
}

const explanations = {
  CONNECTION_CLOSED: "The connection to the database was lost",
  CONNECTION_ENDED: "The connections to the database were closed",
  CONNECT_TIMEOUT: "No connection to the database was available in time",
} as const satisfies Record<Code, string>;

/** The driver's words when all connections of a pool were in use for too long. */
export const noneFree = "timeout exceeded when trying to connect";

/** The driver's words when a connection took too long: of a client, of a pool, and of a pool without a free one. */
const late: ReadonlySet<string> = new Set([
  "timeout expired",
  "Connection terminated due to connection timeout",
  noneFree,
]);

/** The driver gives the system's errors and the server's a code, but not its own. */
export const withCode = (error: Error): Error => {
  if ("code" in error && error.code !== undefined) return error;
  return new ConnectionError(
    late.has(error.message) ? "CONNECT_TIMEOUT" : "CONNECTION_CLOSED",
    error,
  );
};

/** True for an error after which the server closes the connection. */
const isFatal = (error: unknown): error is Error =>
  error instanceof DatabaseError && (error.severity === "FATAL" || error.severity === "PANIC");

/** The server's limit for a statement, in milliseconds, until it is asked: opening a connection takes no longer. */
const firstLimitMs = 5_000;

/**
 * One connection to the database. It is never opened again: once it is lost, every statement fails with the error that
 * ended it. So no statement of a transaction can run outside of it.
 */
export class Session extends Client implements Runner {
  /** The number of the connection as the other side gave it; the driver's types lack it. */
  declare readonly processID: number | null;
  /** The error that ended the connection. */
  lost: Error | undefined;
  /** True when a pool of connections is between (PgBouncer): each transaction may run on another one of the server. */
  isPooled = false;
  /** True when its transactions can't write, as on a standby. */
  isReadOnly = false;
  /** True when a statement failed because its server accepts no writes: after a failover, a new session may find one that does. */
  hasRefusedWrite = false;
  /** The place of its address in the pool's list. */
  address = 0;
  /** True when a statement got no reply at all in time. */
  isSilent = false;
  /** The server's limit for a statement, in milliseconds; 0: none. */
  limitMs = firstLimitMs;
  /** Called when the connection is lost. */
  onLost: ((error: Error) => void) | undefined;

  constructor(config: ClientConfig) {
    super(config);
    // Without a listener, the end of an idle connection would end the process.
    this.on("error", (error: Error) => this.#lose(error));
  }

  #lose(error: Error): Error {
    this.lost ??= withCode(error);
    this.onLost?.(this.lost);
    return this.lost;
  }

  /**
   * Breaks off the connection as lost. It may be to a host that is gone, so nothing is sent and no answer is waited for.
   */
  abandon(): void {
    const error = new ConnectionError("CONNECTION_CLOSED", new Error("no reply in time"));
    this.#lose(error);
    this.connection.stream.destroy(error);
  }

  async #explain<T>(work: Promise<T>): Promise<T> {
    // The driver's types don't say that it is one.
    const socket = this.connection.stream as Socket;
    const ended = watchReply(socket, this.limitMs, () => {
      this.isSilent = true;
      this.abandon();
    });
    try {
      return await work;
    } catch (error) {
      if (isFatal(error)) throw this.#lose(error);
      this.hasRefusedWrite ||= isReadOnlyError(error);
      throw this.lost ?? error;
    } finally {
      ended();
    }
  }

  async run(fragment: Fragment): Promise<Result<readonly object[]>> {
    const { text, values } = compile(fragment);
    const { rows, rowCount } = await this.#explain(this.query<object>(text, [...values]));
    return Object.defineProperty(rows, "count", { value: rowCount ?? 0 }) as Result<typeof rows>;
  }

  /**
   * Finds out whether a pool is between, which has given this connection a number of its own, whether the server accepts
   * writes, and the limit of a statement. A pool may have dropped the setting: then `limitMs` is the limit.
   */
  async inspect(limitMs: number): Promise<void> {
    const { rows } = await this.#explain(
      this.query<{ pid: number; readOnly: string; limitMs: number }>(`
        select pg_backend_pid() as pid, current_setting('transaction_read_only') as "readOnly",
          (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int as "limitMs"`),
    );
    const [found] = rows;
    this.isPooled = found?.pid !== this.processID;
    this.isReadOnly = found?.readOnly !== "off";
    this.limitMs = found?.limitMs || (this.isPooled ? limitMs : 0);
  }

  async script(text: string): Promise<void> {
    await this.#explain(this.query(text));
  }

  /** Rejects unless the server has confirmed the commit. */
  async commit(): Promise<void> {
    const { command } = await this.#explain(this.query("commit"));
    if (command !== "COMMIT") throw new Error("The transaction had failed and was rolled back");
  }

  async load(statement: Fragment, chunks: AsyncIterable<string>): Promise<void> {
    const stream = this.query(copyFrom(compile(statement).text));
    await this.#explain(pipeline(Readable.from(chunks, { highWaterMark: 2 }), stream));
  }

  /** Whether another use may follow: the connection works, is in no transaction, and its server has refused no write. */
  get isReusable(): boolean {
    return this.lost === undefined && !this.hasRefusedWrite && this.getTransactionStatus() === "I";
  }
}

const isReadOnlyError = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "25006";

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
