import { Socket } from "node:net";
import { type ClientConfig, DatabaseError, Pool, type PoolClient } from "pg";
import { ConnectionError, noneFree, withCode } from "./session.ts";
import { Session } from "./session.ts";
import type { PoolState } from "./sql.ts";

export interface PoolOptions {
  /** The settings of a session, once for each address of the database; they are tried in this order. */
  addresses: readonly ClientConfig[];
  /** The maximum number of sessions; each is opened when it is first needed. */
  max: number;
  maxLifetimeSeconds: number;
  /** How long a use may wait for a session, and a session for the server, in milliseconds; 0: any time. */
  waitMs: number;
  /** The limit of a statement, in milliseconds, where a pool between drops the settings of a session; 0: none. */
  limitMs: number;
  /** Called when a connection ended, expectedly or not, or could not be opened. */
  onClose: () => void;
}

/** How long a server may take to close a connection that is no longer used. */
const closeMs = 1_000;

/** A pool of sessions. Once it is closed, it fails at once. */
export class SessionPool {
  readonly #addresses: readonly ClientConfig[];
  readonly #pool: Pool;
  readonly #onClose: () => void;
  readonly #sockets = new Set<Socket>();
  readonly #uses = new Set<Promise<unknown>>();
  /** The uses that have no session yet. */
  readonly #waiting = new Set<(error: Error) => void>();
  /** The sessions that no use has. */
  readonly #idle = new Set<Session>();
  #address = 0;
  #closing: Promise<void> | undefined;

  constructor({ addresses, max, maxLifetimeSeconds, waitMs, limitMs, onClose }: PoolOptions) {
    this.#addresses = addresses;
    this.#onClose = onClose;
    const chooseAddress = () => this.#address;
    const [stream, idle] = [this.#openSocket, this.#idle];
    class PooledSession extends Session {
      constructor() {
        const address = chooseAddress();
        super({ ...addresses[address], stream });
        this.address = address;
        this.once("end", () => idle.delete(this));
      }
    }
    this.#pool = new Pool({
      Client: PooledSession,
      max,
      maxLifetimeSeconds,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: 0,
      verify: (session, done) => {
        check(session as Session & PoolClient, limitMs, addresses.length > 1).then(
          () => done(),
          done,
        );
      },
    });
    // The end of an idle connection is no error here: it is removed from the pool.
    this.#pool.on("error", () => {});
  }

  get state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Runs the work on a session that nothing else uses meanwhile. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#closing) throw new ConnectionError("CONNECTION_ENDED");
    const use = this.#use(work);
    this.#uses.add(use);
    try {
      return await use;
    } finally {
      this.#uses.delete(use);
    }
  }

  /** Refuses further work, waits for the work in progress for this time, and closes every connection. */
  close(waitMs = Number.POSITIVE_INFINITY): Promise<void> {
    this.#closing ??= this.#close(waitMs);
    return this.#closing;
  }

  async #close(waitMs: number): Promise<void> {
    await within(waitMs, Promise.allSettled(this.#uses));
    const busy = this.#uses.size > 0;
    for (const refuse of this.#waiting) refuse(new ConnectionError("CONNECTION_ENDED"));
    void this.#pool.end();
    await within(busy ? 0 : closeMs, this.#socketsClosed());
    for (const socket of this.#sockets) socket.destroy();
    await this.#socketsClosed();
  }

  async #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#acquire();
    this.#idle.delete(session);
    try {
      return await work(session);
    } finally {
      if (session.isReusable) this.#idle.add(session);
      session.release(!session.isReusable);
      if (session.isSilent) this.#leave(session.address);
    }
  }

  /** After a host fell silent: its other sessions are not waited for, one by one, and the next address is tried first. */
  #leave(address: number): void {
    for (const session of this.#idle) {
      if (session.address !== address) continue;
      this.#idle.delete(session);
      session.abandon();
    }
    this.#skip(address);
  }

  /** Begins with the next address from now on, unless that was done already. */
  #skip(address: number): void {
    if (this.#address === address) this.#address = (address + 1) % this.#addresses.length;
  }

  /** A session, unless the pool is closed while it waits for one. */
  async #acquire(): Promise<Session & PoolClient> {
    const connecting = this.#connect();
    let refuse: (error: Error) => void = () => {};
    const refused = new Promise<never>((_, reject) => (refuse = reject));
    this.#waiting.add(refuse);
    try {
      return await Promise.race([connecting, refused]);
    } catch (error) {
      connecting.then((late) => late.release(true)).catch(() => {});
      throw error;
    } finally {
      this.#waiting.delete(refuse);
    }
  }

  /** A session of the first address that accepts one, beginning with the one that did before. */
  async #connect(): Promise<Session & PoolClient> {
    for (let left = this.#addresses.length; ; left -= 1) {
      const address = this.#address;
      try {
        // The pool makes its clients of the class that it was given.
        return (await this.#pool.connect()) as Session & PoolClient;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (left === 1 || isFinal(error)) throw withCode(error);
        this.#skip(address);
      }
    }
  }

  readonly #openSocket = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#onClose();
    });
    return socket;
  };

  async #socketsClosed(): Promise<void> {
    await Promise.all(
      [...this.#sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
    );
  }
}

/** Resolves with the work, or when the time is over. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  if (ms === Number.POSITIVE_INFINITY) return void (await work);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** True when no session was free in time, or the server refused this user or database: no address would do better. */
const isFinal = (error: Error): boolean =>
  error.message === noneFree ||
  (error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? ""));

/** Inspects a new session. Of several servers only one accepts writes: refuses one whose transactions can't write. */
async function check(session: Session, limitMs: number, isOneOfSeveral: boolean): Promise<void> {
  await session.inspect(limitMs);
  if (isOneOfSeveral && session.isReadOnly)
    throw Object.assign(new Error("The database accepts no writes"), { code: "25006" });
}
