import { Button } from "@mantine/core";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { ChangedCell } from "#rules/changed-cells.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import type { Column } from "#web/kit/columns.tsx";
import { Table } from "#web/kit/table.tsx";
import { usePreviewSession } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { CatalogRun } from "./catalog-run.tsx";
import { changedRows, fieldCounts, recordCount, unroundedPrices } from "./changed-cells.ts";
import { ChangedValues, ChangeSummary, recordColumn, UnroundedPrices } from "./changed-values.tsx";
import {
  mostSamples,
  type Preview,
  type SampleKind,
  type SampleRecord,
  sampleWords,
} from "./preview-session.ts";
import { poolOfChoice, type SamplePool } from "./sample-sources.ts";

interface TestedRow {
  readonly key: string;
  readonly name: string;
  readonly matches: boolean;
}

const whyUnchanged = ({ matches }: TestedRow): string =>
  matches ? "Matches, same values" : "Doesn't match";

type OnLook = (key: string | undefined) => void;

const testedColumns = (onLook: OnLook): readonly Column<TestedRow>[] => [
  recordColumn(140, onLook),
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
const UnchangedRecords = ({ preview, kind }: { preview: Preview; kind: SampleKind }) => {
  const session = usePreviewSession();
  const { one, many } = sampleWords[kind];
  const rows = useMemo(() => {
    const verdicts = preview.rule.rule && preview.run.bits(preview.rule.rule);
    return preview.samples.map(({ key, name }, at) => ({
      key,
      name,
      matches: verdicts?.[at] === 1,
    }));
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

interface ResultProps {
  cells: readonly ChangedCell[];
  samples: readonly SampleRecord[];
  kind: SampleKind;
}

/** The records read in a second, at the API's two requests. */
const readASecond = 100;

/** Offers to read all records that can be tested where the upstream has more, with the time that takes. */
const ReadAll = ({ pool, kind }: { pool: SamplePool; kind: SampleKind }) => {
  const { samples, total = 0, phase } = useValue(pool);
  const { one, many } = sampleWords[kind];
  const most = Math.min(total, mostSamples);
  if (samples.length >= most || phase === "reading") return null;
  const seconds = Math.ceil((most - samples.length) / readASecond);
  const all = () => {
    pool.want(mostSamples);
    pool.start();
  };
  return (
    <div className="preview__bar row soft small">
      <span>{formatCount(total - samples.length, one, many)} not loaded yet.</span>
      <Button size="xs" onClick={all}>
        Load {most === total ? "all " : ""}
        {formatQuantity(most)}, about {formatCount(seconds, "second")}
      </Button>
    </div>
  );
};

const Result = ({ cells, samples, kind }: ResultProps) => {
  const unrounded = unroundedPrices(cells);
  const [first] = unrounded;
  const rows = useMemo(() => changedRows(cells, samples), [cells, samples]);
  const counts = useMemo(() => fieldCounts(cells), [cells]);
  return (
    <>
      <ChangeSummary
        values={cells.length}
        records={recordCount(cells)}
        of={samples.length}
        words={sampleWords[kind]}
      />
      <UnroundedPrices
        count={unrounded.length}
        example={first && { label: first.field.label, after: first.after }}
      />
      {cells.length > 0 && <ChangedValues rows={rows} counts={counts} />}
    </>
  );
};

/** Offers the test on all products where not all of them are loaded. */
const WholeCatalog = ({
  pool,
  children,
  ...run
}: {
  pool: SamplePool;
  preview: Preview;
  channelId: number;
  /** The result for the loaded products. */
  children: ReactNode;
}) => {
  const { samples, total } = useValue(pool);
  return total === undefined || samples.length >= total ? (
    children
  ) : (
    <CatalogRun key={run.channelId} total={total} {...run}>
      {children}
    </CatalogRun>
  );
};

/** Every value that the rule would change in the records read, before and after. */
export const DryRun = () => {
  const session = usePreviewSession();
  const preview = useDeferredValue(useValue(session.preview));
  const choice = useValue(session.choice);
  const pool = poolOfChoice(choice);
  const cells = useMemo(() => preview?.run.changedCells() ?? [], [preview]);
  if (!preview) return <p className="faint">Results appear as soon as records are loaded.</p>;
  const loaded = (
    <>
      <Result cells={cells} samples={preview.samples} kind={choice.kind} />
      {cells.length === 0 && preview.samples.length > 0 && (
        <UnchangedRecords preview={preview} kind={choice.kind} />
      )}
    </>
  );
  return (
    <div className="stack">
      {pool && choice.kind !== "product" && <ReadAll pool={pool} kind={choice.kind} />}
      {pool && choice.kind === "product" && choice.channelId !== undefined ? (
        <WholeCatalog pool={pool} preview={preview} channelId={choice.channelId}>
          {loaded}
        </WholeCatalog>
      ) : (
        loaded
      )}
    </div>
  );
};
