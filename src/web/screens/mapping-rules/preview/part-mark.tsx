import type { ReactNode } from "react";
import { cutEnd, cutPair, cutStart, diffTexts } from "#rule-model/text-changes.ts";
import { type PartKey, type PartPreview, rootKey } from "#rule-model/part.ts";
import { isRecord, ownField, toText } from "#rules/read-value.ts";
import { formatCount, formatQuantity, nothing } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import {
  useBuilder,
  useKeyed,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { sampleWords } from "./preview-session.ts";

/** Longer texts are cut in a line. */
const shortest = 60;

/** The name of a named value: a category, a tag, an attribute with its value. */
const readName = (value: unknown): string | undefined => {
  const name = toText(ownField(value, "name")) ?? toText(ownField(value, "key"));
  const held = toText(ownField(value, "value"));
  return name !== undefined && held !== undefined ? `${name}: ${held}` : name;
};

const listWords = (values: readonly unknown[]): string => {
  if (values.length === 0) return "none";
  const names = values.map((value) => toText(value) ?? readName(value));
  return names.includes(undefined) ? formatCount(values.length, "value") : names.join(", ");
};

/** Any value of a record as text: an empty value as a dash, a list by its names. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return nothing;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return listWords(value);
  if (isRecord(value)) return readName(value) ?? JSON.stringify(value);
  return toText(value) === "" ? "empty" : (toText(value) ?? nothing);
};

/** Texts in quotation marks, so that their ends are visible. */
const inQuotes = (value: unknown, text: string): string =>
  typeof value === "string" && value !== "" ? `“${text}”` : text;

/** Two values as texts that differ: lists and records that have the same names are shown whole. */
const pairTexts = (before: unknown, after: unknown): readonly [string, string] => {
  const [one, other] = [valueText(before), valueText(after)];
  return one === other && typeof before === "object" && typeof after === "object"
    ? [JSON.stringify(before), JSON.stringify(after)]
    : [one, other];
};

/** Two values within a line, cut so that the difference is visible. */
export const pairWords = (before: unknown, after: unknown, limit = shortest) => {
  const [one, other] = cutPair(...pairTexts(before, after), limit);
  return [inQuotes(before, one), inQuotes(after, other)] as const;
};

/** Where two texts agree, only this much of them is shown around a difference. */
const around = 24;
const longest = 400;

/** The part of an unchanged section beside the changes around it. */
const beside = (text: string, first: boolean, last: boolean): string => {
  if (first) return cutStart(text, around);
  if (last) return cutEnd(text, around);
  return text.length > 2 * around ? cutEnd(text, around) + cutStart(text, around).slice(1) : text;
};

/** A value before and after, with the changed words marked. Long texts are cut where they agree. */
export const DiffValues = ({ before, after }: { before: unknown; after: unknown }) => {
  const sections = diffTexts(...pairTexts(before, after));
  const side = (Tag: "del" | "ins", which: "before" | "after") =>
    sections.map((section, at) => {
      const text = section[which];
      if (!section.changed) return beside(text, at === 0, at === sections.length - 1);
      return text !== "" && <Tag key={at}>{cutEnd(text, longest)}</Tag>;
    });
  return (
    <span className="diff">
      <span className="visually-hidden">Before: </span>
      <bdi className="diff__side">{side("del", "before")}</bdi>
      <span aria-hidden="true" className="diff__arrow">
        →
      </span>
      <span className="visually-hidden">After: </span>
      <bdi className="diff__side">{side("ins", "after")}</bdi>
    </span>
  );
};

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

/** A change within a line, with the changed words marked. */
const PairMark = ({ before, after }: { before: unknown; after: unknown }) => {
  const [one, other] = pairWords(before, after, shortValue);
  const sections = diffTexts(one, other);
  const side = (which: "before" | "after") =>
    sections.map((section, at) =>
      section.changed ? <b key={at}>{section[which]}</b> : section[which],
    );
  return (
    <>
      {side("before")} → {side("after")}
    </>
  );
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
  const shown =
    change && "after" in change ? <PairMark before={change.before} after={change.after} /> : words;
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
      {shown}
    </button>
  );
};

/** The verdict beside a row: one element, or nothing before a test. A click lists the records. */
export const PartMark = ({ partKey }: { partKey: PartKey }) => {
  const preview = useKeyed(useBuilder().preview, partKey);
  return preview && <Mark partKey={partKey} preview={preview} />;
};
