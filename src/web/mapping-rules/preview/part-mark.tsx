import type { ReactNode } from "react";
import { type PartKey, type PartPreview, rootKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  useKeyed,
  usePreviewSession,
} from "#web/mapping-rules/editor/builder-context.ts";
import { formatQuantity } from "#web/ui/format.ts";
import { useValue } from "#web/ui/value-store.ts";
import { valueWords } from "./diff-values.tsx";
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
    ? `${valueWords(change.before, shortValue)} → ${valueWords(change.after, shortValue)}`
    : countWords(preview);
};

/** The verdict in full, for the tooltip and for screen readers, which do not convey the mark's color. */
const markTitle = (preview: PartPreview): string => {
  const { verdict, change } = preview;
  const said =
    verdict?.reason ??
    (change && "nothing" in change
      ? change.nothing
      : change && `${valueWords(change.before)} → ${valueWords(change.after)}`);
  const count = countWords(preview);
  const counts = count === "" ? "" : `${change ? count : `Met by ${count}`}. Show these records.`;
  return [said, counts].filter((text) => text !== undefined && text !== "").join("\n");
};

const getMark = ({ verdict, change }: PartPreview): "yes" | "no" | "changes" | "none" => {
  if (verdict) return verdict.holds ? "yes" : "no";
  return change && "after" in change ? "changes" : "none";
};

const Mark = ({ partKey, preview }: { partKey: PartKey; preview: PartPreview }) => {
  const session = usePreviewSession();
  const active = useKeyed(useBuilder().view, partKey)?.active ?? false;
  return (
    <button
      type="button"
      className="part-mark"
      data-mark={getMark(preview)}
      title={markTitle(preview)}
      tabIndex={active ? 0 : -1}
      onClick={() => session.list(partKey)}
    >
      {markWords(preview)}
    </button>
  );
};

/** The verdict beside a row: one element, or nothing before a test. A click lists the records. */
export const PartMark = ({ partKey }: { partKey: PartKey }) => {
  const preview = useKeyed(useBuilder().preview, partKey);
  return preview && <Mark partKey={partKey} preview={preview} />;
};
