import { isRecord, ownField, toText } from "#rules/read-value.ts";
import { cutEnd, cutPair, cutStart, diffTexts } from "#rule-model/diff/text-changes.ts";
import { formatCount, nothing } from "#web/base/format.ts";
import "./one-record.css";

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
