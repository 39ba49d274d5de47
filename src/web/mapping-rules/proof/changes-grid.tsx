import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ChangedCell } from "#rules/column-run.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { downloadCsv } from "#web/ui/export-rows.ts";
import { quantity } from "#web/ui/format.ts";
import { cellsTable, fieldCounts, placeWords } from "./changed-cells.ts";
import { DiffValues } from "./diff-values.tsx";
import { proofSessionOf } from "./proof-session.ts";
import type { SampleRecord } from "./sample-record.ts";
import { valueText } from "./value-words.ts";
import { VirtualList } from "./virtual-list.tsx";

const CellRow = ({
  cell,
  sample,
  onLook,
}: {
  cell: ChangedCell;
  sample: SampleRecord | undefined;
  onLook: () => void;
}) => (
  <div className="dry-run__row">
    <button type="button" className="dry-run__record" onClick={onLook} title="Look at this one">
      <bdi>{sample?.name}</bdi>
    </button>
    <bdi className="dry-run__field">{placeWords(cell, sample)}</bdi>
    <span className="dry-run__values">
      <DiffValues before={cell.before} after={cell.after} />
    </span>
  </div>
);

/** More than a line of the panel holds. */
const longLine = 40;
const isLong = ({ before, after }: ChangedCell): boolean =>
  valueText(before).length + valueText(after).length > longLine;

interface ChangesGridProps {
  cells: readonly ChangedCell[];
  samples: readonly SampleRecord[];
}

/** Changed values, of one field or of all, before and after; and the same as a file. */
export const ChangesGrid = ({ cells, samples }: ChangesGridProps) => {
  const builder = useBuilder();
  const session = proofSessionOf(builder);
  const [field, choose] = useState(0);
  const counts = useMemo(() => fieldCounts(cells), [cells]);
  const known = counts.some(({ id }) => id === field) ? field : 0;
  const shown = useMemo(
    () => (known === 0 ? cells : cells.filter((cell) => cell.field.id === known)),
    [cells, known],
  );
  const tall = useMemo(() => shown.some(isLong), [shown]);
  const name = builder.draft.part(headKey, "head")?.data.name || "rule";
  return (
    <>
      <div className="proof__bar">
        <select
          className="input"
          aria-label="Field"
          value={known}
          onChange={(event) => choose(Number(event.target.value))}
        >
          <option value={0}>All fields ({quantity(cells.length)})</option>
          {counts.map(({ id, label, count }) => (
            <option key={id} value={id}>
              {label} ({quantity(count)})
            </option>
          ))}
        </select>
        <Button
          size="xs"
          onClick={() => downloadCsv(`dry-run-${name}`, cellsTable(shown, samples))}
        >
          Export CSV
        </Button>
      </div>
      <VirtualList
        key={String(tall)}
        count={shown.length}
        height={tall ? 66 : 50}
        label="Values that would change"
      >
        {(index) => {
          const cell = shown[index];
          const sample = cell && samples[cell.record];
          return (
            cell && (
              <CellRow
                cell={cell}
                sample={sample}
                onLook={() => session.change({ tab: "record", look: sample?.key })}
              />
            )
          );
        }}
      </VirtualList>
    </>
  );
};
