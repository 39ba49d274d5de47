import "./part-mark.css";
import type { PartProof } from "#web/mapping-rules/builder/part-proof.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { quantity } from "#web/ui/format.ts";
import { useKeyed } from "#web/ui/keyed-store.ts";
import { getProofSession } from "./proof-session.ts";
import { valueWords } from "./value-words.ts";

const shortValue = 18;

const countWords = ({ matches, of, change }: PartProof): string => {
  if (matches === undefined || of === undefined) return "";
  const count = `${quantity(matches)} of ${quantity(of)}`;
  return change === undefined ? count : `changes ${count}`;
};

/** The text beside a part: for an action its change of the selected record, else its number of matching records. */
export const markWords = (proof: PartProof): string => {
  const { change } = proof;
  return change && "after" in change
    ? `${valueWords(change.before, shortValue)} → ${valueWords(change.after, shortValue)}`
    : countWords(proof);
};

/** The verdict in full, for the tooltip and for screen readers, which do not convey the mark's color. */
export const markTitle = (proof: PartProof): string => {
  const { verdict, change } = proof;
  const said =
    verdict?.reason ??
    (change && "nothing" in change
      ? change.nothing
      : change && `${valueWords(change.before)} → ${valueWords(change.after)}`);
  const count = countWords(proof);
  const counts = count === "" ? "" : `${change ? count : `Met by ${count}`}. Show these records.`;
  return [said, counts].filter((text) => text !== undefined && text !== "").join("\n");
};

const markOf = ({ verdict, change }: PartProof): "yes" | "no" | "changes" | "none" => {
  if (verdict) return verdict.holds ? "yes" : "no";
  return change && "after" in change ? "changes" : "none";
};

const Mark = ({ partKey, proof }: { partKey: PartKey; proof: PartProof }) => {
  const builder = useBuilder();
  const active = useKeyed(builder.view, partKey)?.active ?? false;
  return (
    <button
      type="button"
      className="part-mark"
      data-mark={markOf(proof)}
      title={markTitle(proof)}
      tabIndex={active ? 0 : -1}
      onClick={() => getProofSession(builder).list(partKey)}
    >
      {markWords(proof)}
    </button>
  );
};

/** The verdict beside a row: one element, or nothing before a test. A click lists the records. */
export const PartMark = ({ partKey }: { partKey: PartKey }) => {
  const proof = useKeyed(useBuilder().proof, partKey);
  return proof && <Mark partKey={partKey} proof={proof} />;
};
