import type { Query, Sql } from "#database/sql.ts";
import {
  findDifference,
  readAnchor,
  readChainEnd,
  readFirst,
  readRows,
} from "#gateway/store/audit-chain.ts";
import { type Broken, type ChainEnd, checkRows } from "./chain.ts";

export type Verified =
  | { readonly kind: "intact"; readonly from: number; readonly end: ChainEnd }
  | { readonly kind: "broken"; readonly seq: number; readonly reason: string };

const pageSize = 1_000;

/**
 * The start of the remaining rows: after the last pruned row, as the chain itself says. A row before it was added, or the
 * row that says so was changed, to keep this row and those after it from being checked.
 */
const readStart = async (sql: Query): Promise<ChainEnd | Broken> => {
  const start = (await readAnchor(sql)) ?? { seq: 0, hash: "" };
  const first = await readFirst(sql);
  return first === undefined || first > start.seq
    ? start
    : { seq: first, reason: `the chain says that its rows begin after row ${start.seq}` };
};

/** Checks the rows from the start on, and that they end where the chain does; returns that end. */
const checkChain = async (sql: Query, start: ChainEnd): Promise<ChainEnd | Broken> => {
  const known = await readChainEnd(sql);
  let end = start;
  for (;;) {
    const rows = await readRows(sql, end.seq, pageSize);
    if (rows.length === 0) break;
    const checked = checkRows(end, rows);
    if ("reason" in checked) return checked;
    end = checked;
  }
  if (end.seq < known.seq) return { seq: end.seq + 1, reason: "rows at the end are missing" };
  return end.seq === known.seq && end.hash === known.hash
    ? end
    : { seq: end.seq, reason: "the end of the chain was changed" };
};

const verify = async (sql: Query): Promise<Verified> => {
  const start = await readStart(sql);
  if ("reason" in start) return { kind: "broken", ...start };
  const end = await checkChain(sql, start);
  if ("reason" in end) return { kind: "broken", ...end };
  const different = await findDifference(sql);
  return different === undefined
    ? { kind: "intact", from: start.seq + 1, end }
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

/** Checks every row of the chain, its end, and the list of changes that the console shows. */
export const verifyAudit = async (sql: Sql): Promise<Verified> => inSnapshot(sql, verify);

const usage = "Usage: npm run audit -- verify | export";

type Print = (line: string) => void;

const verifyCommand = async (sql: Sql, print: Print): Promise<number> => {
  const verified = await verifyAudit(sql);
  if (verified.kind === "broken") {
    print(`The audit rows are not intact from row ${verified.seq}: ${verified.reason}.`);
    return 1;
  }
  const { from, end } = verified;
  print(
    end.seq < from
      ? "There are no audit rows yet."
      : `Rows ${from} to ${end.seq} are intact. Hash of row ${end.seq}: ${end.hash}`,
  );
  return 0;
};

/** Each row as a line of JSON: its content with its number and hash. */
const exportCommand = async (sql: Sql, print: Print): Promise<number> =>
  inSnapshot(sql, async (snapshot) => {
    for (let after = 0; ;) {
      const rows = await readRows(snapshot, after, pageSize);
      for (const { seq, hash, content } of rows)
        print(`{"seq":${seq},"hash":"${hash}","content":${content}}`);
      const last = rows.at(-1);
      if (last === undefined) return 0;
      after = last.seq;
    }
  });

const commands: Readonly<Record<string, (sql: Sql, print: Print) => Promise<number>>> = {
  verify: verifyCommand,
  export: exportCommand,
};

/** `npm run audit`: returns the exit code. */
export const runAuditCommand = async (
  sql: Sql,
  args: readonly string[],
  print: Print,
): Promise<number> => {
  const [name = "", ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined && rest.length === 0) return command(sql, print);
  print(usage);
  return 1;
};
