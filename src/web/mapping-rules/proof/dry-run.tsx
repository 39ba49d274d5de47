import "./dry-run.css";
import { useDeferredValue, useMemo, useState } from "react";
import type { ChangedCell } from "#rules/column-run.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { download } from "#web/ui/download.ts";
import { counted, quantity } from "#web/ui/format.ts";
import { useValue } from "#web/ui/value-store.ts";
import { cellsCsv, fieldCounts, placeWords, recordCount } from "./changed-cells.ts";
import { DiffValues } from "./diff-values.tsx";
import type { Proof, ProofSession } from "./proof-session.ts";
import { poolOfChoice, proofSessionOf } from "./proof-session.ts";
import type { SamplePool } from "./sample-pool.ts";
import type { SampleRecord } from "./sample-record.ts";
import { sampleWords } from "./sample-record.ts";
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

/** Where more records exist than were read: the way to all of them, and what it takes. */
const AllRecords = ({ pool, session }: { pool: SamplePool; session: ProofSession }) => {
  const { samples, total, phase } = useValue(pool);
  const { kind } = useValue(session.choice);
  const { many } = sampleWords[kind];
  if (total === undefined || samples.length >= total || phase === "reading") return null;
  const seconds = Math.ceil((total - samples.length) / 100);
  const all = () => {
    pool.want(Number.POSITIVE_INFINITY);
    pool.start();
  };
  return (
    <div className="proof__bar">
      <span>
        {counted(total - samples.length, "more", `more`)} {many} are not read yet.
      </span>
      <button type="button" className="button" data-size="small" onClick={all}>
        Read all {quantity(total)}, about {counted(seconds, "second")}
      </button>
    </div>
  );
};

const Cells = ({ proof, cells }: { proof: Proof; cells: readonly ChangedCell[] }) => {
  const builder = useBuilder();
  const session = proofSessionOf(builder);
  const [field, choose] = useState(0);
  const counts = useMemo(() => fieldCounts(cells), [cells]);
  const known = counts.some(({ id }) => id === field) ? field : 0;
  const shown = useMemo(
    () => (known === 0 ? cells : cells.filter((cell) => cell.field.id === known)),
    [cells, known],
  );
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
        <button
          type="button"
          className="button"
          data-size="small"
          onClick={() =>
            download(`dry-run-${name}.csv`, "text/csv", cellsCsv(shown, proof.samples))
          }
        >
          Export CSV
        </button>
      </div>
      <VirtualList count={shown.length} height={76} label="Values that would change">
        {(index) => {
          const cell = shown[index];
          const sample = cell && proof.samples[cell.record];
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

/** Every value that the rule would change in the records read, before and after. */
export const DryRun = () => {
  const session = proofSessionOf(useBuilder());
  const proof = useDeferredValue(useValue(session.proof));
  const choice = useValue(session.choice);
  const pool = poolOfChoice(choice);
  const cells = useMemo(() => proof?.run.changedCells() ?? [], [proof]);
  if (!proof)
    return <p className="proof__none">As soon as records are here, the rule runs on them.</p>;
  const { one, many } = sampleWords[choice.kind];
  return (
    <div className="stack dry-run">
      <p role="status">
        {cells.length === 0 ? (
          <>
            The rule would change nothing in{" "}
            {proof.run.of === 1 ? `this ${one}` : `these ${quantity(proof.run.of)} ${many}`}.
          </>
        ) : (
          <>
            <strong>{counted(cells.length, "value")}</strong> in{" "}
            <strong>{counted(recordCount(cells), one, many)}</strong> would change. Nothing is
            changed now.
          </>
        )}
      </p>
      {pool && <AllRecords pool={pool} session={session} />}
      {cells.length > 0 && <Cells proof={proof} cells={cells} />}
    </div>
  );
};
