import type { ReactNode } from "react";
import { type PartKey, type PartPreview, rootKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  useKeyed,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { pairWords } from "./diff-values.tsx";
import { sampleWords } from "./sample-record.ts";
import "./part-mark.css";

/** The number of tested records that the rule matches, in words; undefined before a test. */
export const useMatchCount = (): ReactNode => {
  const builder = useBuilder();
  const { kind } = useValue(usePreviewSession().choice);
  const preview = useKeyed(builder.preview, rootKey);
  if (preview?.matches === undefined || preview.of === undefined) return undefined;
  const { one, many } = sampleWords[kind];
  return (
    <>
      Matches <strong>{formatQuantity(preview.matches)}</strong> of {formatQuantity(preview.of)}{" "}
      {preview.of === 1 ? one : many}
    </>
  );
};

const shortValue = 18;

const verdictWords = ({ holds }: NonNullable<PartPreview["verdict"]>): string =>
  holds ? "matches" : "no match";

const countWords = ({ matches, of, change, scattered }: PartPreview): string => {
  if (matches === undefined || of === undefined) return "";
  const count = `${formatQuantity(matches)} of ${formatQuantity(of)}`;
  const apart = scattered
    ? `, ${formatQuantity(scattered.count)} by no single ${scattered.one}`
    : "";
  return change === undefined ? count + apart : `changes ${count}`;
};

/** The text beside a part: for an action its change of the selected record, else its number of matching records. */
const markWords = (preview: PartPreview): string => {
  const { change } = preview;
  return change && "after" in change
    ? pairWords(change.before, change.after, shortValue).join(" → ")
    : countWords(preview);
};

const changeTitle = (change: PartPreview["change"]): string | undefined => {
  if (!change) return undefined;
  return "nothing" in change ? change.nothing : pairWords(change.before, change.after).join(" → ");
};

/** The selected record's result in full, then that of all records. */
const markTitle = (preview: PartPreview, whom: string): string => {
  const { verdict, change } = preview;
  const said = verdict ? `${verdictWords(verdict)}. ${verdict.reason}` : changeTitle(change);
  const count = countWords(preview);
  const counts = count === "" ? "" : `${change ? count : `Met by ${count}`}. Show these records.`;
  return [said && `${whom}: ${said}`, counts].filter(Boolean).join("\n");
};

const Mark = ({ partKey, preview }: { partKey: PartKey; preview: PartPreview }) => {
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const active = useKeyed(useBuilder().view, partKey)?.active ?? false;
  const { verdict, change } = preview;
  const whom = `This ${sampleWords[kind].one}`;
  const words = markWords(preview);
  const changes = change && "after" in change;
  const said = verdict ? `${verdictWords(verdict)}. ${words}` : words;
  return (
    <button
      type="button"
      className="part-mark"
      data-whom={verdict && `${whom}: `}
      data-verdict={verdict && verdictWords(verdict)}
      data-changes={changes || undefined}
      aria-label={verdict || changes ? `${whom}: ${said}` : undefined}
      title={markTitle(preview, whom)}
      tabIndex={active ? 0 : -1}
      onClick={() => session.list(partKey)}
    >
      {words}
    </button>
  );
};

/** The verdict beside a row: one element, or nothing before a test. A click lists the records. */
export const PartMark = ({ partKey }: { partKey: PartKey }) => {
  const preview = useKeyed(useBuilder().preview, partKey);
  return preview && <Mark partKey={partKey} preview={preview} />;
};
