import { isRecord, ownField, toText } from "#rules/read-value.ts";
import { formatCount, nothing } from "#web/ui/format.ts";
import "./one-record.css";

/** Longer texts are cut in a line; the diff shows them whole. */
const shortest = 60;

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text;

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

/** The same within a line; texts in quotation marks, so that their ends are visible. */
export const valueWords = (value: unknown, limit = shortest): string =>
  typeof value === "string" && value !== ""
    ? `“${cut(value, limit)}”`
    : cut(valueText(value), limit);

/** Two texts split into their common start and end and the difference between. */
export interface DifferingPart {
  readonly start: string;
  readonly before: string;
  readonly after: string;
  readonly end: string;
}

/** Words longer than this are split inside, since the difference is easier to see. */
const longWord = 40;

/** Moves a split back so that no word, and no character of several code units, is split. */
const wordStart = (text: string, at: number): number => {
  for (let back = 0; back < longWord && at - back > 0; back++)
    if (/\s/u.test(text[at - back - 1] ?? "")) return at - back;
  return at <= longWord ? 0 : wholeCharacter(text, at);
};

const wholeCharacter = (text: string, at: number): number =>
  /^[\uDC00-\uDFFF\p{M}]/u.test(text.slice(at, at + 1)) && at > 0
    ? wholeCharacter(text, at - 1)
    : at;

const mirrored = (text: string): string => [...text].toReversed().join("");

const sharedStart = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one[at] === other[at]) at++;
  return at;
};

/** Finds the one section in which two texts differ, by whole words. */
export const differingPart = (before: string, after: string): DifferingPart => {
  if (before === after) return { start: before, before: "", after: "", end: "" };
  const start = wordStart(before, sharedStart(before, after));
  const [restBefore, pauseAfter] = [before.slice(start), after.slice(start)];
  const [backBefore, backAfter] = [mirrored(restBefore), mirrored(pauseAfter)];
  const end = wordStart(backBefore, sharedStart(backBefore, backAfter));
  return {
    start: before.slice(0, start),
    before: restBefore.slice(0, restBefore.length - end),
    after: pauseAfter.slice(0, pauseAfter.length - end),
    end: restBefore.slice(restBefore.length - end),
  };
};

/** Longer texts are shown around the place of the difference. */
const around = 24;
const longest = 400;

const lead = (text: string): string => (text.length > around ? `…${text.slice(-around)}` : text);
const tail = (text: string): string => (text.length > around ? `${text.slice(0, around)}…` : text);
const middle = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

/** A value before and after, with the difference marked. Long texts are cut where they agree. */
export const DiffValues = ({ before, after }: { before: unknown; after: unknown }) => {
  const part = differingPart(valueText(before), valueText(after));
  const [start, end] = [lead(part.start), tail(part.end)];
  return (
    <span className="diff">
      <span className="visually-hidden">Before: </span>
      <bdi className="diff__side">
        {start}
        {part.before && <del>{middle(part.before)}</del>}
        {end}
      </bdi>
      <span aria-hidden="true" className="diff__arrow">
        →
      </span>
      <span className="visually-hidden">After: </span>
      <bdi className="diff__side">
        {start}
        {part.after && <ins>{middle(part.after)}</ins>}
        {end}
      </bdi>
    </span>
  );
};
