import { Link } from "@tanstack/react-router";
import { FirstRows } from "#web/kit/first-rows.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { withoutRepeats } from "#web/api/whole-list.ts";
import { formatCount, formatMoney, nothing } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Money } from "#web/kit/values.tsx";
import { compareMoney, type MoneyComparison, type MoneyRow } from "./compare-money.ts";
import type { ReturnLine } from "./refund.ts";

type Row = MoneyRow & { readonly line?: ReturnLine; readonly isTotal?: boolean };

const formatDifference = (difference: number | undefined): string =>
  difference !== undefined && difference > 0
    ? `+${formatMoney(difference)}`
    : formatMoney(difference);

const RmaLinks = ({ rmas }: { rmas: readonly Rma[] }) =>
  withoutRepeats(rmas).map((rma) =>
    rma.id ? (
      <Link key={rma.id} to="/rmas/$id" params={{ id: String(rma.id) }}>
        <bdi>{rmaName(rma)}</bdi>
      </Link>
    ) : (
      <span key="none">{rmaName(rma)}</span>
    ),
  );

const LineLabel = ({ label, line }: { label: string; line: ReturnLine }) => {
  const rmas = line.rmaLines.map(({ rma }) => rma);
  return (
    <div className="return__item">
      <strong>
        <bdi>{label}</bdi>
      </strong>
      <span className="return__ids">
        <Code value={line.item ? line.item.sku : line.rmaLines[0]?.item.sku} />
        {line.item ? null : <span>Not among the items of this return</span>}
        {rmas.length === 0 ? <span>No RMA</span> : <RmaLinks rmas={rmas} />}
      </span>
    </div>
  );
};

const Strong = ({ row, text }: { row: Row; text: string }) =>
  row.isTotal ? <strong>{text}</strong> : text;

const Credit = ({ row }: { row: Row }) => {
  const { known, missing } = row.credit;
  return (
    <>
      <Strong row={row} text={formatMoney(known)} />
      {missing > 0 && known !== undefined && (
        <div className="return__missing">{formatCount(missing, "amount")} missing</div>
      )}
    </>
  );
};

const columns: readonly PlainColumn<Row>[] = [
  {
    header: "Line",
    cell: (row) =>
      row.line ? (
        <LineLabel label={row.label} line={row.line} />
      ) : (
        <Strong row={row} text={row.label} />
      ),
  },
  {
    header: "Customer refund",
    align: "end",
    cell: (row) => <Strong row={row} text={formatMoney(row.refund)} />,
  },
  { header: "Source credit", align: "end", cell: (row) => <Credit row={row} /> },
  {
    header: "Difference",
    align: "end",
    cell: (row) => <Strong row={row} text={formatDifference(row.difference)} />,
  },
];

const listTotals = ({ subtotal, adjustment, total }: MoneyComparison): Row[] => [
  subtotal,
  adjustment,
  { ...total, isTotal: true },
];

const Uncounted = ({ rmas }: { rmas: readonly Rma[] }) =>
  rmas.map((rma, index) => (
    <p key={rma.id ?? index} className="return__foot">
      The credit of {rmaName(rma)} (<Money amount={rma.creditTotal} />) isn't counted, because it is{" "}
      {rma.rmaStatus}.
    </p>
  ));

/** The refund to the customer beside the credit from the sources, by line and in total. */
export const MoneySheet = ({ record }: { record: ReturnModel }) => {
  const comparison = compareMoney(record);
  const { difference } = comparison.total;
  return (
    <Sheet
      title="Refund and credit"
      note={
        <>
          Difference{" "}
          <strong>{difference === undefined ? nothing : formatDifference(difference)}</strong>
        </>
      }
      flush
    >
      <FirstRows label="Search lines" of="line" rows={comparison.lines}>
        {(lines) => (
          <PlainTable
            label="Refund and credit by line"
            columns={columns}
            rows={[...lines, ...listTotals(comparison)]}
            none=""
          />
        )}
      </FirstRows>
      <p className="return__foot">
        Difference is source credit minus customer refund. A negative amount is a cost to the
        account.
        {difference === undefined && " Amounts are missing, so the total difference is unknown."}
      </p>
      <Uncounted rmas={comparison.uncounted} />
    </Sheet>
  );
};
