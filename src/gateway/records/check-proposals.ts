import { checkedDecisions, type ProposalQuality } from "#contract/evidence.ts";
import { groupBy } from "#contract/group-by.ts";
import type { Query } from "#database/sql.ts";
import { agrees, type Asked, judgeLines, type LineDecision } from "./past-decisions.ts";
import type { Copies } from "./read-evidence.ts";
import { readId, toRecords, toText } from "./read-record.ts";
import { readStored } from "./rma-lines.ts";

interface CheckedRow extends Omit<Asked, "source" | "rma" | "before">, LineDecision {
  readonly rma: number | string;
  readonly line: number | string;
  readonly source: number | string | null;
  readonly before: string;
  readonly decided: number;
}

/** How the newest decisions were made, beside what the ones before each of them would have proposed. */
export const checkProposals = async (
  sql: Query,
  { ids, states }: Copies,
): Promise<ProposalQuality> => {
  const copyId = ids.get("rmas");
  const rows =
    copyId === undefined
      ? []
      : await sql<CheckedRow[]>`
          select rma_id as rma, line_id as line, reason, condition, source_id as source, cost, age,
            outcome, credit_percent as "creditPercent", decided_at::text as before,
            extract(epoch from decided_at)::float8 * 1000 as decided
          from gateway.rma_lines where copy_id = ${copyId} and outcome is not null
          order by decided_at desc limit ${checkedDecisions}`;
  const asked = rows.map((row): Asked => ({
    ...row,
    rma: String(row.rma),
    source: row.source === null ? null : String(row.source),
  }));
  const judged = await judgeLines(sql, copyId ?? 0, asked);
  const checked = rows.map((row, place) => {
    const proposal = judged[place]?.counts.proposal;
    return { row, proposal, agreed: proposal !== undefined && agrees(proposal, row) };
  });
  const count = (some: typeof checked) => ({
    lines: some.length,
    proposed: some.filter(({ proposal }) => proposal !== undefined).length,
    agreed: some.filter(({ agreed }) => agreed).length,
  });
  const byReason = groupBy(
    checked.filter(({ row }) => row.reason !== null),
    ({ row }) => row.reason,
  );
  const groups = [...byReason.values()].toSorted((a, b) => b.length - a.length);
  const firsts = groups.map(([one]) => one!.row);
  const rmas = await readStored(
    sql,
    copyId,
    firsts.map(({ rma }) => rma),
  );
  /** The reason as it is written in one of its lines. */
  const writtenReason = (row: CheckedRow): string => {
    const rma = rmas.find(({ id }) => String(id) === String(row.rma));
    const items = toRecords(rma?.record["items"]);
    const item = items.find((line) => readId(line, "id") === String(row.line));
    return toText(item?.["returnReason"]) || (row.reason ?? "");
  };
  const [last, first] = [rows[0], rows.at(-1)];
  return {
    ...count(checked),
    reasons: groups.map((some) => ({ reason: writtenReason(some[0]!.row), ...count(some) })),
    ...(first && last ? { from: Math.round(first.decided), to: Math.round(last.decided) } : {}),
    copy: states.rmas,
  };
};
