import { useMemo } from "react";
import { usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { counted, quantity } from "#web/ui/format.ts";
import { RowButton } from "#web/ui/row-link.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Preview } from "./preview-session.ts";
import type { SampleKind, SampleRecord } from "./sample-record.ts";
import { sampleWords } from "./sample-record.ts";

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
        className="dry-run__record"
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
          : `The rule matches ${quantity(matching)} of ${counted(rows.length, one, many)}, and the values stay the same. Select one to see its values.`}
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
