import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { headKey } from "#rule-model/part.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { Column } from "#web/kit/columns.tsx";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { Notice } from "#web/kit/notice.tsx";
import { SearchableSelect } from "#web/kit/select.tsx";
import { Table } from "#web/kit/table.tsx";
import { RowButton } from "#web/records/row-link.tsx";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { type ChangedRow, type FieldCount, rowPlace, rowsTable } from "./changed-cells.ts";
import { DiffValues, valueText } from "./part-mark.tsx";

/** The record of a row; a click shows it in the test, if it is loaded. */
export const recordColumn = <R extends { readonly key: string | undefined; readonly name: string }>(
  width: number,
  onLook: (key: string | undefined) => void,
): Column<R> => ({
  id: "record",
  header: "Record",
  width,
  main: true,
  value: ({ name }) => name,
  cell: ({ key, name }) =>
    key === undefined ? (
      <bdi className="dry-run__record truncate">{name}</bdi>
    ) : (
      <RowButton
        className="dry-run__record truncate"
        title="Show this record"
        onClick={() => onLook(key)}
      >
        <bdi>{name}</bdi>
      </RowButton>
    ),
});

const changedColumns = (
  onLook: (key: string | undefined) => void,
): readonly Column<ChangedRow>[] => [
  recordColumn(150, onLook),
  {
    id: "field",
    header: "Field",
    width: 160,
    grow: true,
    value: rowPlace,
    cell: (row) => <bdi className="faint small truncate">{rowPlace(row)}</bdi>,
  },
  {
    id: "values",
    header: "Before and after",
    width: 240,
    grow: true,
    wide: true,
    value: ({ before, after }) => `${valueText(before)} → ${valueText(after)}`,
    cell: ({ before, after }) => (
      <span className="dry-run__values">
        <DiffValues before={before} after={after} />
      </span>
    ),
  },
];

interface ChangedValuesProps {
  rows: readonly ChangedRow[];
  /** Of all changed values, also those that are not listed. */
  counts: readonly FieldCount[];
}

/** Changed values, of one field or of all, before and after; also as a file. */
export const ChangedValues = ({ rows, counts }: ChangedValuesProps) => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const [field, choose] = useState(0);
  const known = counts.some(({ id }) => id === field) ? field : 0;
  const shown = useMemo(
    () => (known === 0 ? rows : rows.filter(({ fieldId }) => fieldId === known)),
    [rows, known],
  );
  const columns = useMemo(
    () => changedColumns((selectedKey) => session.change({ tab: "record", selectedKey })),
    [session],
  );
  const name = builder.draft.part(headKey, "head")?.data.name || "rule";
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div className="preview__bar row soft small">
        <SearchableSelect
          className="preview__field"
          aria-label="Field"
          value={`${known}`}
          onChoose={(id) => choose(Number(id))}
          choices={[
            { value: "0", label: `All fields (${formatQuantity(total)})` },
            ...counts.map(({ id, label, count }) => ({
              value: `${id}`,
              label: `${label} (${formatQuantity(count)})`,
            })),
          ]}
        />
        <Button size="xs" onClick={() => downloadCsv(`dry-run-${name}`, rowsTable(shown))}>
          Export CSV
        </Button>
      </div>
      {rows.length < total && (
        <p className="small soft">The first {formatQuantity(rows.length)} are listed.</p>
      )}
      <div className="dry-run__cells">
        <Table
          label="Values that would change"
          columns={columns}
          count={shown.length}
          rowAt={(index) => shown[index]}
          cards={false}
          bounded
        />
      </div>
    </>
  );
};

interface ChangeSummaryProps {
  values: number;
  records: number;
  of: number;
  words: { readonly one: string; readonly many: string };
}

/** How many values would change, in how many records. */
export const ChangeSummary = ({
  values,
  records,
  of,
  words: { one, many },
}: ChangeSummaryProps) => (
  <p role="status">
    {values === 0 ? (
      <>
        The rule would change nothing in{" "}
        {of === 1 ? `this ${one}` : `these ${formatQuantity(of)} ${many}`}.
      </>
    ) : (
      <>
        <strong>{formatCount(values, "value")}</strong> in{" "}
        <strong>{formatCount(records, one, many)}</strong> of {formatQuantity(of)} would change.
        This is a test; nothing is saved.
      </>
    )}
  </p>
);

interface UnroundedPricesProps {
  count: number;
  example: { readonly label: string; readonly after: unknown } | undefined;
}

/** Warns of prices with more than two decimals. */
export const UnroundedPrices = ({ count, example }: UnroundedPricesProps) =>
  example && (
    <Notice title={`${formatCount(count, "price")} with more than two decimals`} tone="waiting">
      <p>
        For example, {example.label} would be {String(example.after)}. Check that the channel
        accepts this.
      </p>
    </Notice>
  );
