import { Button, Tabs, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import { describeAction } from "#rules/describe-action.ts";
import { describeCondition } from "#rules/describe-condition.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { Tree } from "#rule-model/draft/draft-rule.ts";
import { type PartKey, rootKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { formatQuantity } from "#web/base/format.ts";
import { RowButton } from "#web/records/row-link.tsx";
import { Table } from "#web/kit/table.tsx";
import { useValue } from "#web/base/value-store.ts";
import type { Preview } from "./preview-session.ts";
import { type SampleRecord, sampleWords } from "./sample-record.ts";
import "./preview-lists.css";

/** The indexes of the records that a part holds for (or that an action changes), and of the others. */
interface ListedRecords {
  readonly matching: readonly number[];
  readonly others: readonly number[];
}

/** Sorts records by a part's verdicts, one for each record. */
const listedRecords = (verdicts: Uint8Array): ListedRecords => {
  const [matching, others]: [number[], number[]] = [[], []];
  for (const [at, verdict] of verdicts.entries()) (verdict === 0 ? others : matching).push(at);
  return { matching, others };
};

/** The name of the part whose records are listed. */
const partWords = (builder: Builder, key: PartKey): string => {
  const part = builder.draft.get(key);
  const tree = builder.trees.buildTree(key);
  const wording = builder.wording();
  if (part?.kind === "condition") return describeCondition(tree as Tree<"condition">, wording);
  if (part?.kind === "action") return describeAction(tree as Tree<"action">, wording);
  if (part?.kind === "group") return "Group of conditions";
  if (key === rootKey) return "Whole rule";
  return part?.kind === "rule" ? part.data.name || "Unnamed rule" : "";
};

const recordColumns = (onLook: (key: string) => void): readonly Column<SampleRecord>[] => [
  {
    id: "record",
    header: "Record",
    width: 200,
    main: true,
    value: ({ name }) => name,
    cell: ({ name, detail, key }) => (
      <RowButton className="matches__row" title="Show this record" onClick={() => onLook(key)}>
        <bdi className="truncate">{name}</bdi>
        <bdi className="faint small truncate">{detail}</bdi>
      </RowButton>
    ),
  },
];

/** The samples at these indexes that the search finds. */
const useFound = (
  samples: readonly SampleRecord[],
  places: readonly number[],
  typed: string,
): SampleRecord[] =>
  useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    return places
      .map((at) => samples[at])
      .filter((sample) => sample !== undefined)
      .filter(({ terms }) => terms.includes(wanted));
  }, [samples, places, typed]);

const none: readonly number[] = [];

const sides = {
  action: { matching: "Changed", others: "Not changed" },
  other: { matching: "Matching", others: "Not matching" },
} as const;

const Listed = ({
  preview,
  partKey,
  part,
}: {
  preview: Preview;
  partKey: PartKey;
  part: object;
}) => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const { listedSide } = useValue(session.view);
  const { kind } = useValue(session.choice);
  const [typed, type] = useState("");
  const isAction = builder.draft.get(partKey)?.kind === "action";
  const verdicts = isAction ? preview.run.changed(part) : preview.run.bits(part);
  const records = useMemo(() => verdicts && listedRecords(verdicts), [verdicts]);
  const columns = useMemo(
    () => recordColumns((selectedKey) => session.change({ tab: "record", selectedKey })),
    [session],
  );
  const found = useFound(preview.samples, records?.[listedSide] ?? none, typed);
  if (!records) return <p className="preview__none">This part has no result for these records.</p>;
  const words = sides[isAction ? "action" : "other"];
  const label = words[listedSide];
  return (
    <Tabs
      value={listedSide}
      onChange={(side) => session.change({ listedSide: side === "others" ? side : "matching" })}
    >
      <Tabs.List aria-label="Which records">
        {(["matching", "others"] as const).map((side) => (
          <Tabs.Tab key={side} value={side}>
            {`${words[side]} ${formatQuantity(records[side].length)}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={listedSide} className="stack">
        <TextInput
          type="search"
          aria-label={`Search by ${sampleWords[kind].find}`}
          placeholder={`Search by ${sampleWords[kind].find}`}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        {found.length === 0 ? (
          <p className="preview__none" role="status">
            {typed.trim() === "" ? "No records." : "No matches."}
          </p>
        ) : (
          <Table
            label={label}
            columns={columns}
            count={found.length}
            rowAt={(index) => found[index]}
            cards={false}
            bounded
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
};

/** The records that the rule, or one part of it, holds for, and those it does not hold for. */
export const MatchesList = () => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const { listed } = useValue(session.view);
  const preview = useDeferredValue(useValue(session.preview));
  const key = builder.draft.get(listed) ? listed : rootKey;
  const part = key === rootKey ? preview?.rule.rule : builder.trees.buildTree(key);
  if (!preview || !part)
    return <p className="preview__none">Records appear as soon as they are loaded.</p>;
  return (
    <div className="stack matches">
      <div className="matches__part">
        <p>{partWords(builder, key)}</p>
        {key !== rootKey && (
          <Button size="xs" onClick={() => session.change({ listed: rootKey })}>
            Show whole rule
          </Button>
        )}
      </div>
      <Listed key={key} preview={preview} partKey={key} part={part} />
    </div>
  );
};
