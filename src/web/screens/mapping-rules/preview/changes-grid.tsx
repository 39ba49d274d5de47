import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ChangedCell } from "#rules/column-run.ts";
import { headKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { RowButton } from "#web/records/row-link.tsx";
import { SearchableSelect } from "#web/kit/searchable-select.tsx";
import { Table } from "#web/kit/table.tsx";
import { cellsTable, fieldCounts, placeWords } from "./changed-cells.ts";
import { DiffValues, valueText } from "./diff-values.tsx";
import type { Preview } from "./preview-session.ts";
import { type SampleKind, type SampleRecord, sampleWords } from "./sample-record.ts";

interface TestedRow {
  readonly sample: SampleRecord;
  readonly matches: boolean;
}

const whyUnchanged = ({ matches }: TestedRow): string =>
  matches ? "Matches, same values" : "Doesn't match";

const testedColumns = (onLook: (key: string) => void): readonly Column<TestedRow>[] => [
  {
    id: "record",
    header: "Record",
    width: 140,
    main: true,
    value: ({ sample }) => sample.name,
    cell: ({ sample }) => (
      <RowButton
        className="dry-run__record truncate"
        title="Show this record"
        onClick={() => onLook(sample.key)}
      >
        <bdi>{sample.name}</bdi>
      </RowButton>
    ),
  },
  {
    id: "why",
    header: "Why nothing changes",
    width: 180,
    grow: true,
    value: whyUnchanged,
    cell: (row) => <bdi>{whyUnchanged(row)}</bdi>,
  },
];

/** The tested records of a rule that changes none of them, each with the reason. */
export const UnchangedRecords = ({ preview, kind }: { preview: Preview; kind: SampleKind }) => {
  const session = usePreviewSession();
  const { one, many } = sampleWords[kind];
  const rows = useMemo(() => {
    const verdicts = preview.rule.rule && preview.run.bits(preview.rule.rule);
    return preview.samples.map((sample, at) => ({ sample, matches: verdicts?.[at] === 1 }));
  }, [preview]);
  const columns = useMemo(
    () => testedColumns((selectedKey) => session.change({ tab: "record", selectedKey })),
    [session],
  );
  const matching = rows.filter(({ matches }) => matches).length;
  return (
    <>
      <p>
        {matching === 0
          ? `The rule matches no tested ${one}. Select one to see why.`
          : `The rule matches ${formatQuantity(matching)} of ${formatCount(rows.length, one, many)}, and the values stay the same. Select one to see its values.`}
      </p>
      <Table
        label="Tested records"
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        cards={false}
        bounded
      />
    </>
  );
};

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
        className="dry-run__record truncate"
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
    cell: ({ cell, sample }) => (
      <bdi className="faint small truncate">{placeWords(cell, sample)}</bdi>
    ),
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
        <SearchableSelect
          className="preview__field"
          aria-label="Field"
          value={`${known}`}
          onChoose={(id) => choose(Number(id))}
          choices={[
            { value: "0", label: `All fields (${formatQuantity(cells.length)})` },
            ...counts.map(({ id, label, count }) => ({
              value: `${id}`,
              label: `${label} (${formatQuantity(count)})`,
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
