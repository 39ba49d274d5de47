/** A value that is sent beside the text of a statement. A `Date` is sent as ISO 8601 in UTC. */
type Parameter =
  | string
  | number
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number)[];

type Part = Parameter | Fragment | Identifiers;

/** The rows of a statement, and how many rows it returned or changed. */
export type Result<Rows> = Rows & { readonly count: number };

/** Runs statements on one session, or each on any session of a pool. */
export interface Runner {
  run(fragment: Fragment): Promise<Result<readonly object[]>>;
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>;
  /** Runs a `copy … from stdin` with the given chunks of its text format. */
  load(statement: Fragment, chunks: AsyncIterable<string>): Promise<void>;
}

/**
 * Runs statements: a tagged template whose values are sent as parameters. A value can also be another template, whose
 * text and parameters are inserted, or names: `` sql`select * from ${sql("service.rmas")} where ${condition}` ``.
 */
export interface Query extends Pick<Runner, "script" | "load"> {
  <Rows extends readonly object[] = Record<string, unknown>[]>(
    texts: TemplateStringsArray,
    ...parts: readonly Part[]
  ): Statement<Rows>;
  (names: string | readonly string[]): Identifiers;
}

/** A query whose statements all run in one transaction. */
export interface TransactionSql extends Query {
  readonly isTransaction: true;
}

export interface TransactionOptions {
  /**
   * How long each statement may take, in milliseconds; 0: any time. Default: as long as outside of transactions. It is
   * set here only: the connection of a statement that takes longer than it should is broken off.
   */
  readonly statementMs?: number;
}

/** The sessions of a pool, and the statements and transactions that wait for one. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A pool of sessions. Each statement runs on any of them. */
export interface Sql extends Query {
  /**
   * Runs the body's statements in one transaction. Rejects unless it was committed; when the connection is lost during
   * the commit, it may have been.
   */
  begin<T>(
    body: (transaction: TransactionSql) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Closes the pool. Statements from now on are refused; the others have this many seconds to finish (default: any
   * number).
   */
  end(options?: { timeout?: number }): Promise<void>;
  /** The pool's connections now. */
  poolState(): PoolState;
}

/** Names of a table, or of columns, quoted. A dot separates a schema from its table. */
class Identifiers {
  readonly text: string;

  constructor(names: string | readonly string[]) {
    this.text = [names].flat().map(quote).join(", ");
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""').replaceAll(".", '"."')}"`;

/** A part of a statement, for use in another one. */
export class Fragment {
  readonly texts: readonly string[];
  readonly parts: readonly Part[];

  constructor(texts: readonly string[], parts: readonly Part[]) {
    this.texts = texts;
    this.parts = parts;
  }
}

/** A statement. It runs once, when its result is first awaited, so it can also be a part of another one. */
class Statement<Rows> extends Fragment implements Promise<Result<Rows>> {
  readonly [Symbol.toStringTag] = "Statement";
  readonly #runner: Runner;
  #result: Promise<Result<Rows>> | undefined;

  constructor(runner: Runner, texts: readonly string[], parts: readonly Part[]) {
    super(texts, parts);
    this.#runner = runner;
  }

  #run(): Promise<Result<Rows>> {
    // The caller states the type of the rows: only the database knows the columns.
    this.#result ??= this.#runner.run(this) as unknown as Promise<Result<Rows>>;
    return this.#result;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is what runs it
  then: Promise<Result<Rows>>["then"] = (onFulfilled, onRejected) =>
    this.#run().then(onFulfilled, onRejected);
  catch: Promise<Result<Rows>>["catch"] = (onRejected) => this.#run().catch(onRejected);
  finally: Promise<Result<Rows>>["finally"] = (onFinally) => this.#run().finally(onFinally);
}

/** The query of a runner. */
export function createQuery(runner: Runner): Query {
  function query(texts: TemplateStringsArray, ...parts: readonly Part[]): Statement<never>;
  function query(names: string | readonly string[]): Identifiers;
  function query(first: string | readonly string[] | TemplateStringsArray, ...parts: Part[]) {
    return typeof first === "object" && "raw" in first
      ? new Statement(runner, first, parts)
      : new Identifiers(first);
  }
  return Object.assign(query, {
    script: (text: string) => runner.script(text),
    load: (statement: Fragment, chunks: AsyncIterable<string>) => runner.load(statement, chunks),
  });
}

/** A statement as the server receives it. */
interface Compiled {
  readonly text: string;
  readonly values: readonly Parameter[];
}

/** Joins a statement's parts and numbers its parameters. */
export function compile(fragment: Fragment): Compiled {
  const values: Parameter[] = [];
  return { text: write(fragment, values), values };
}

function write({ texts, parts }: Fragment, values: Parameter[]): string {
  return texts.reduce((text, next, index) => text + writePart(parts[index - 1], values) + next);
}

function writePart(part: Part | undefined, values: Parameter[]): string {
  if (part instanceof Identifiers) return part.text;
  if (part instanceof Fragment) return write(part, values);
  // The driver would send null.
  if (part === undefined) throw new TypeError("A parameter of a statement is undefined");
  values.push(part instanceof Date ? part.toISOString() : part);
  return `$${values.length}`;
}

/** Sees statements and transactions from outside: including their wait for a connection. */
export interface DatabaseWatch {
  /** `text` is the statement without its parameters, so without any value of a record. */
  statement<T>(text: () => string, run: () => Promise<T>): Promise<T>;
  transaction<T>(run: () => Promise<T>): Promise<T>;
}

/** The same runner, seen by the watch. */
export const watchRunner = (runner: Runner, watch: DatabaseWatch | undefined): Runner =>
  watch === undefined
    ? runner
    : {
        run: (fragment) =>
          watch.statement(
            () => compile(fragment).text,
            () => runner.run(fragment),
          ),
        script: (text) =>
          watch.statement(
            () => text,
            () => runner.script(text),
          ),
        load: (statement, chunks) =>
          watch.statement(
            () => compile(statement).text,
            () => runner.load(statement, chunks),
          ),
      };
