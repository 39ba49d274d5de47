import "./diff-values.css";
import { differingPart } from "./differing-part.ts";
import { valueText } from "./value-words.ts";

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
