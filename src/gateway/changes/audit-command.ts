import type { Query, Sql } from "#database/sql.ts";
import {
  type Broken,
  type ChainEnd,
  checkRows,
  findDifference,
  formatEnd,
  listPrunings,
  type Pruning,
  readChainEnd,
  readFirst,
  readRows,
} from "./chain.ts";

interface VerifyOptions {
  /** The days for which rows are kept; 0: forever. */
  readonly auditDays: number;
  /** A row that was the chain's end at some time, as `verify` printed it or the gateway logged it. */
  readonly expected?: ChainEnd | undefined;
}

type Verified =
  | {
      readonly kind: "intact";
      /** The first row that is left; undefined in an empty chain. */
      readonly first: Awaited<ReturnType<typeof readFirst>>;
      readonly end: ChainEnd;
      /** The latest removal of old rows. */
      readonly pruning: Pruning | undefined;
    }
  | ({ readonly kind: "broken" } & Broken);

const pageSize = 1_000;

const tellDay = (time: string): string => time.slice(0, 10);

/** Rows must not have been removed earlier than the settings say. */
const checkPrunings = (prunings: readonly Pruning[], auditDays: number): Broken | undefined => {
  const early = prunings.findLast(({ wasDue }) => !wasDue);
  if (early === undefined) return undefined;
  const { row, at, through, until } = early;
  const age = until === null ? "without their dates" : `which are of ${tellDay(until)} and before`;
  return {
    seq: row,
    reason: `it says that the rows up to ${through.seq}, ${age}, were removed on ${tellDay(at)}, and AUDIT_DAYS=${auditDays} doesn't allow that. If AUDIT_DAYS had another value then, verify with that one`,
  };
};

/** Checks the rows from the start on, and that they end where the chain does; returns that end. */
const checkChain = async (
  sql: Query,
  start: ChainEnd,
  expected: ChainEnd | undefined,
): Promise<ChainEnd | Broken> => {
  const known = await readChainEnd(sql);
  let end = start;
  for (;;) {
    const rows = await readRows(sql, end.seq, pageSize);
    if (rows.length === 0) break;
    const checked = checkRows(end, rows);
    if ("reason" in checked) return checked;
    const same = rows.find(({ seq }) => seq === expected?.seq);
    if (same !== undefined && same.hash !== expected?.hash)
      return { seq: same.seq, reason: "it isn't the expected one" };
    end = checked;
  }
  if (end.seq < known.seq) return { seq: end.seq + 1, reason: "rows at the end are missing" };
  if (end.seq !== known.seq || end.hash !== known.hash)
    return { seq: end.seq, reason: "the end of the chain was changed" };
  return expected !== undefined && end.seq < expected.seq
    ? { seq: end.seq + 1, reason: `the chain once had row ${expected.seq}` }
    : end;
};

const verify = async (sql: Query, { auditDays, expected }: VerifyOptions): Promise<Verified> => {
  const prunings = await listPrunings(sql, auditDays);
  const [pruning] = prunings;
  const start = pruning?.through ?? { seq: 0, hash: "" };
  const first = await readFirst(sql);
  // A row before the start was added, or the row that names it was changed, to keep those after it from being checked.
  if (first !== undefined && first.seq <= start.seq) {
    const reason = `the chain says that its rows begin after row ${start.seq}`;
    return { kind: "broken", seq: first.seq, reason };
  }
  if (expected?.seq === start.seq && expected.hash !== start.hash) {
    const reason = "it was removed, and wasn't the expected one";
    return { kind: "broken", seq: start.seq, reason };
  }
  const end = await checkChain(sql, start, expected);
  if ("reason" in end) return { kind: "broken", ...end };
  const early = checkPrunings(prunings, auditDays);
  if (early !== undefined) return { kind: "broken", ...early };
  const different = await findDifference(sql);
  return different === undefined
    ? { kind: "intact", first, end, pruning }
    : { kind: "broken", seq: different.seq, reason: different.what };
};

/**
 * Reads everything as it is at the start, since rows are appended and pruned meanwhile. There is no time limit: the list
 * can be long, and the program that receives the output can be slow.
 */
const inSnapshot = async <T>(sql: Sql, read: (snapshot: Query) => Promise<T>): Promise<T> =>
  sql.begin(
    async (transaction) => {
      await transaction.script(
        "set transaction isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0",
      );
      return read(transaction);
    },
    { statementMs: 0 },
  );

/** Checks every row of the chain, its end, what was removed, and the list of changes that the console shows. */
export const verifyAudit = async (sql: Sql, options: VerifyOptions): Promise<Verified> =>
  inSnapshot(sql, (snapshot) => verify(snapshot, options));

const usage = "Usage: npm run audit -- verify [--expect SEQ:HASH] | export";

type Print = (line: string) => void;

type Command = (
  sql: Sql,
  options: { readonly auditDays: number; readonly print: Print; readonly args: readonly string[] },
) => Promise<number>;

const refuse = (print: Print, line: string): number => {
  print(line);
  return 1;
};

const readExpected = (text: string): ChainEnd | undefined => {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
};

const verifyCommand: Command = async (sql, { print, auditDays, args }) => {
  const [option, text] = args;
  if (args.length > 0 && (option !== "--expect" || args.length > 2)) return refuse(print, usage);
  const expected = readExpected(text ?? "");
  if (option !== undefined && expected === undefined)
    return refuse(
      print,
      "--expect needs the number and the hash of a row, as verify prints them and the gateway logs them: --expect 7:0123…, with 64 hexadecimal digits.",
    );
  const verified = await verifyAudit(sql, { auditDays, expected });
  if (verified.kind === "broken")
    return refuse(
      print,
      `The audit rows are not intact from row ${verified.seq}: ${verified.reason}.`,
    );
  const { first, end, pruning } = verified;
  if (first === undefined) print("There are no audit rows yet.");
  else {
    if (pruning !== undefined)
      print(
        `Rows 1 to ${pruning.through.seq} were removed by ${tellDay(pruning.at)} (AUDIT_DAYS=${auditDays}): the last of them is of ${tellDay(pruning.until ?? "")}, and the first that is left of ${tellDay(first.appendedAt)}.`,
      );
    print(`Rows ${first.seq} to ${end.seq} are intact. The chain ends with ${formatEnd(end)}`);
  }
  if (expected !== undefined)
    print(
      expected.seq < (pruning?.through.seq ?? 0)
        ? `Row ${expected.seq} is among the removed rows, so it couldn't be compared.`
        : `Row ${expected.seq} is the expected one.`,
    );
  return 0;
};

/** Each row as a line of JSON: its content with its number, hash and time. */
const exportCommand: Command = async (sql, { print, args }) => {
  if (args.length > 0) return refuse(print, usage);
  return inSnapshot(sql, async (snapshot) => {
    for (let after = 0; ;) {
      const rows = await readRows(snapshot, after, pageSize);
      for (const { seq, hash, appendedAt, content } of rows)
        print(`{"seq":${seq},"hash":"${hash}","appendedAt":"${appendedAt}","content":${content}}`);
      const last = rows.at(-1);
      if (last === undefined) return 0;
      after = last.seq;
    }
  });
};

const commands: Readonly<Record<string, Command>> = {
  verify: verifyCommand,
  export: exportCommand,
};

/** `npm run audit`: returns the exit code. */
export const runAuditCommand = async (
  sql: Sql,
  [name = "", ...args]: readonly string[],
  options: { readonly auditDays: number; readonly print: Print },
): Promise<number> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command === undefined ? refuse(options.print, usage) : command(sql, { ...options, args });
};
