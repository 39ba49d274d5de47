import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig, DatabaseError, type QueryResult } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { ConnectionError, isFatal, withCode } from "./connection-error.ts";
import { compile, type Compiled, type Fragment, type Result, type Runner } from "./sql.ts";
import { watchReply } from "./watch-reply.ts";

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
  /** The names of the prepared statements, by their text. */
  readonly #names = new Map<string, string>();
  #named = 0;

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
    const statement = compile(fragment);
    const isInTransaction = this.getTransactionStatus() !== "I";
    const { rows, rowCount } = await this.#execute(statement).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      this.#names.delete(statement.text);
      // It was refused before it ran, so it can run now.
      if (isInTransaction) throw error;
      return this.#execute(statement);
    });
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

  /**
   * Has the server parse and plan a statement with parameters only once on this connection. Behind a pool the next
   * connection of the server would not know it.
   */
  #execute({ text, values }: Compiled): Promise<QueryResult<object>> {
    if (values.length === 0) return this.#explain(this.query<object>(text));
    if (this.isPooled) return this.#explain(this.query<object>({ text, values: [...values] }));
    const name = this.#names.get(text) ?? `statement_${(this.#named += 1)}`;
    this.#names.set(text, name);
    return this.#explain(this.query<object>({ name, text, values: [...values] }));
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

/** True for a prepared statement whose tables have changed since. */
const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError && error.routine === "RevalidateCachedQuery";
