import { Button, NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ChangedCell } from "#rules/column-run.ts";
import { useBuilder, usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import { headKey } from "#rule-model/draft/part.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { downloadCsv } from "#web/ui/export-rows.ts";
import { quantity } from "#web/ui/format.ts";
import { RowButton } from "#web/ui/row-link.tsx";
import { Table } from "#web/ui/table.tsx";
import { cellsTable, fieldCounts, placeWords } from "./changed-cells.ts";
import { DiffValues } from "./diff-values.tsx";
import type { SampleRecord } from "./sample-record.ts";
import { valueText } from "./value-words.ts";

/** A changed cell with its record. */
interface ChangedRow {
  readonly cell: ChangedCell;
  readonly sample: SampleRecord | undefined;
}

const changedColumns = (
  onLook: (key: string | undefined) => void,
): readonly Column<ChangedRow>[] => [
  {
    id: "record",
    header: "Record",
    width: 150,
    main: true,
    value: ({ sample }) => sample?.name,
    cell: ({ sample }) => (
      <RowButton
        className="dry-run__record"
        title="Show this record"
        onClick={() => onLook(sample?.key)}
      >
        <bdi>{sample?.name}</bdi>
      </RowButton>
    ),
  },
  {
    id: "field",
    header: "Field",
    width: 160,
    grow: true,
    value: ({ cell, sample }) => placeWords(cell, sample),
    cell: ({ cell, sample }) => <bdi className="dry-run__field">{placeWords(cell, sample)}</bdi>,
  },
  {
    id: "values",
    header: "Before and after",
    width: 240,
    grow: true,
    wide: true,
    value: ({ cell }) => `${valueText(cell.before)} → ${valueText(cell.after)}`,
    cell: ({ cell }) => (
      <span className="dry-run__values">
        <DiffValues before={cell.before} after={cell.after} />
      </span>
    ),
  },
];

interface ChangesGridProps {
  cells: readonly ChangedCell[];
  samples: readonly SampleRecord[];
}

/** Changed values, of one field or of all, before and after; also as a file. */
export const ChangesGrid = ({ cells, samples }: ChangesGridProps) => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const [field, choose] = useState(0);
  const counts = useMemo(() => fieldCounts(cells), [cells]);
  const known = counts.some(({ id }) => id === field) ? field : 0;
  const shown = useMemo(
    () => (known === 0 ? cells : cells.filter((cell) => cell.field.id === known)),
    [cells, known],
  );
  const columns = useMemo(
    () => changedColumns((selectedKey) => session.change({ tab: "record", selectedKey })),
    [session],
  );
  const name = builder.draft.part(headKey, "head")?.data.name || "rule";
  return (
    <>
      <div className="preview__bar">
        <NativeSelect
          className="preview__field"
          aria-label="Field"
          value={known}
          onChange={(event) => choose(Number(event.target.value))}
          data={[
            { value: "0", label: `All fields (${quantity(cells.length)})` },
            ...counts.map(({ id, label, count }) => ({
              value: `${id}`,
              label: `${label} (${quantity(count)})`,
            })),
          ]}
        />
        <Button
          size="xs"
          onClick={() => downloadCsv(`dry-run-${name}`, cellsTable(shown, samples))}
        >
          Export CSV
        </Button>
      </div>
      <div className="dry-run__cells">
        <Table
          label="Values that would change"
          columns={columns}
          count={shown.length}
          rowAt={(index) => {
            const cell = shown[index];
            return cell && { cell, sample: samples[cell.record] };
          }}
          cards={false}
          bounded
        />
      </div>
    </>
  );
};
