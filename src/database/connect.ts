import { Socket } from "node:net";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { type ClientConfig, DatabaseError, Pool, type PoolClient, types } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { ConnectionError, noneFree, runTransaction, Session, withCode } from "./session.ts";
import {
  createQuery,
  type DatabaseWatch,
  type PoolState,
  type Runner,
  type Sql,
  watchRunner,
} from "./sql.ts";

interface PoolOptions {
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
class SessionPool {
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

/** PostgreSQL's own numbers for its types (pg_type.oid), and for the arrays of them. */
const oids = {
  int8: { one: 20, array: 1016 },
  numeric: { one: 1700, array: 1231 },
  timestamp: { one: 1114, array: 1115 },
  timestamptz: { one: 1184, array: 1185 },
  date: { one: 1082, array: 1182 },
  text: { one: 25, array: 1009 },
};

function parseNumber(raw: string): number | string {
  const value = Number(raw);
  // Rounding an id silently would make it another record's: an invalid value is better, which no schema accepts as a
  // number.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? raw : value;
}

/**
 * "2026-01-02 03:04:05.678+00", without the offset for a plain timestamp. The session's zone is UTC, unless a pool of
 * connections ignores it.
 */
function parseTimestamp(raw: string): string {
  const [, local = raw, hours, minutes = "00"] =
    /^(.*:.*?)([+-]\d\d)(?::?(\d\d))?$/.exec(raw) ?? [];
  const offset = hours === undefined ? "Z" : `${hours}:${minutes}`;
  const time = new Date(`${local.replace(" ", "T")}${offset}`);
  return Number.isNaN(time.getTime()) ? raw : time.toISOString();
}

type Parse = (raw: string) => unknown;

const textArray: (raw: string) => (string | null)[] = types.getTypeParser(oids.text.array);

const createArrayParser =
  (parse: Parse): Parse =>
  (raw) =>
    textArray(raw).map((element) => (element === null ? null : parse(element)));

/**
 * How values are read:
 * - int8 and numeric as numbers, which they are on the wire. An int8 past 2^53 stays a string, whole.
 * - timestamp and timestamptz as ISO 8601 with milliseconds and `Z`.
 * - date as YYYY-MM-DD, never shifted by a time zone.
 */
const parsers = new Map<number, Parse>(
  (
    [
      [oids.int8, parseNumber],
      [oids.numeric, parseNumber],
      [oids.timestamp, parseTimestamp],
      [oids.timestamptz, parseTimestamp],
      [oids.date, String],
    ] as const
  ).flatMap(([{ one, array }, parse]): [number, Parse][] => [
    [one, parse],
    [array, createArrayParser(parse)],
  ]),
);

/** The conversions of a session: those above, and the driver's own for every other type. */
const valueTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? types.getTypeParser(oid, format),
};

/**
 * The connections that a PostgreSQL URL allows, in the order in which they are tried. As for PostgreSQL's own tools, it
 * may name several hosts, separated by commas; a socket by its folder (`?host=/folder&port=5433`, or percent-encoded in
 * the host's place); and with `sslmode` whether to encrypt: `prefer` and `allow` try both.
 */
export function readAddresses(url: string): ClientConfig[] {
  const [, before = "", hosts = "", after = url] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(url) ?? [];
  return hosts.split(",").flatMap((host) => encryptions(readAddress(before + host + after)));
}

function readAddress(url: string): ClientConfig & { sslmode?: string } {
  // With this option twice, the parser refuses the URL.
  const useLibpqCompat = !/[?&]uselibpqcompat=/.test(url);
  const config = toClientConfig(parse(url, { useLibpqCompat }));
  return { ...config, user: config.user || process.env["PGUSER"] || nameOfThisUser() };
}

/** Undefined for a user without a name, as in some containers. */
function nameOfThisUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function encryptions({ sslmode, ...config }: ClientConfig & { sslmode?: string }): ClientConfig[] {
  // A socket's own permissions protect it.
  const plain = { ...config, ssl: false };
  if (config.host?.startsWith("/")) return [plain];
  const unchecked = { ...config, ssl: { rejectUnauthorized: false } };
  if (sslmode === "prefer") return [unchecked, plain];
  return sslmode === "allow" ? [plain, unchecked] : [config];
}

/** The connection to a server whose socket is at the path `<folder>/.s.PGSQL.<port>`. */
const socketAddress = (path: string): ClientConfig => ({
  host: dirname(path),
  port: Number(path.slice(path.lastIndexOf(".") + 1)),
  ssl: false,
});

/** The address of a PostgreSQL: the socket of the embedded server, or the URL of another one. */
export type Target = { url: string } | { path: string; user: string; database: string };

export interface ConnectOptions {
  /** The maximum number of connections; each is opened when it is first needed. Default 10. */
  max?: number;
  /** For bulk loads at start: statements, and waiting for a free connection, have no time limit. */
  patient?: boolean;
  /** Called when a connection ended, expectedly or not. */
  onClose?: () => void;
  /** Sees each statement and transaction. */
  watch?: DatabaseWatch | undefined;
}

/** In milliseconds; 0 is no limit. */
const limits = {
  statement_timeout: 8_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
};
const unlimited = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** How long a new connection, or a statement that waits for a free one, may take, in milliseconds. */
const connectMs = 5_000;

/**
 * A pool of connections. Every wait is limited: a connection that cannot be opened or is never free, a lock that is never
 * released, a statement that never finishes, a host that is gone without having closed its connections and an abandoned
 * transaction all fail within ten seconds, so a request gets a response instead of hanging.
 */
export function connect(target: Target, options: ConnectOptions = {}): Sql {
  const pool = openPool(target, options);
  const { watch } = options;
  const runner: Runner = {
    run: (fragment) => pool.use((session) => session.run(fragment)),
    script: (text) => pool.use((session) => session.script(text)),
    load: (statement, chunks) => pool.use((session) => session.load(statement, chunks)),
  };
  const begin: Sql["begin"] = (body, more = {}) =>
    pool.use((session) => runTransaction(session, body, more, (own) => watchRunner(own, watch)));
  return Object.assign(createQuery(watchRunner(runner, watch)), {
    begin:
      watch === undefined
        ? begin
        : (((body, more) => watch.transaction(() => begin(body, more))) as Sql["begin"]),
    poolState: () => pool.state,
    end: ({ timeout }: { timeout?: number } = {}) =>
      pool.close(timeout === undefined ? undefined : timeout * 1_000),
  });
}

/** A pool of sessions, for what needs a whole one. */
export const openPool = (target: Target, options: ConnectOptions): SessionPool =>
  new SessionPool({
    addresses: listAddresses(target).map((address) => createConfig(address, options)),
    max: options.max ?? 10,
    maxLifetimeSeconds: 30 * 60,
    waitMs: options.patient === true ? 0 : connectMs,
    limitMs: options.patient === true ? 0 : limits.statement_timeout,
    onClose: () => options.onClose?.(),
  });

function listAddresses(target: Target): ClientConfig[] {
  if ("url" in target) return readAddresses(target.url);
  const { path, user, database } = target;
  return [{ ...socketAddress(path), user, database }];
}

/** The settings of one session. Those in a URL take precedence. */
function createConfig(address: ClientConfig, { patient = false }: ConnectOptions): ClientConfig {
  const settings = {
    TimeZone: "UTC",
    DateStyle: "ISO",
    // Data is in memory or on a disk without moving parts. With the default for others (4), the planner reads tables
    // where an index has all that is asked for.
    random_page_cost: 1.1,
    ...(patient ? unlimited : limits),
  };
  const given = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    application_name: "supercargo",
    ...address,
    options: [...given, address.options ?? ""].join(" ").trim(),
    types: valueTypes,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  };
}
