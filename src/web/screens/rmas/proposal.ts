import type { AlikeFeatures, Band, DecisionProposal, PastDecisions } from "#contract/evidence.ts";
import { costInCents, writeAmount } from "#web/base/amounts.ts";
import { formatMoney, formatQuantity } from "#web/base/format.ts";
import {
  changeLines,
  countAvailable,
  decideRest,
  type LineState,
  type RmaDraft,
  typeField,
} from "./decision.ts";

/** What is proposed for lines, by their IDs. */
export type Proposals = ReadonlyMap<number, DecisionProposal>;

/** The lines whose undecided units a proposal is for. */
export const listProposed = (lines: readonly LineState[], proposals: Proposals): LineState[] =>
  lines.filter(
    ({ id, remaining, fields }) =>
      remaining > 0 && fields.approvedQuantity.locked === undefined && proposals.has(id),
  );

/** Decides the undecided units of lines as is proposed. A credit that a person typed stays. */
export const acceptProposals = (
  draft: RmaDraft,
  lines: readonly LineState[],
  proposals: Proposals,
): RmaDraft => {
  let next = draft;
  for (const line of listProposed(lines, proposals)) {
    const { outcome, creditPercent } = proposals.get(line.id)!;
    const side = outcome === "approve" ? "approvedQuantity" : "deniedQuantity";
    next = decideRest(next, [line], side);
    if (outcome === "deny" || creditPercent === undefined || line.fields.creditedAmount.changed)
      continue;
    const { cost } = line.after;
    if ((cost ?? 0) <= 0) continue;
    const whole = costInCents(cost, countAvailable(line, side));
    const text = writeAmount(Math.round((whole * creditPercent) / 100) / 100);
    next = changeLines(next, [line], (typed) =>
      typeField(typed, line.item, "creditedAmount", text),
    );
  }
  return next;
};

const describeCredit = (percent: number | undefined): string => {
  if (percent === undefined) return "";
  if (percent === 0) return " without credit";
  return percent === 100 ? " at full cost" : ` at ${formatQuantity(percent)}% of the cost`;
};

/** "37 of 41", and the rest of the sentence. */
export const describePast = (past: PastDecisions): { count: string; words: string } => {
  const { total, approved, denied, split, proposal } = past;
  if (!proposal) {
    const parts = [
      approved > 0 && `${formatQuantity(approved)} approved`,
      denied > 0 && `${formatQuantity(denied)} denied`,
      split > 0 && `${formatQuantity(split)} split`,
    ].filter(Boolean);
    return { count: `${formatQuantity(total)} like this`, words: `: ${parts.join(", ")}` };
  }
  const decided =
    proposal.outcome === "deny" ? "denied" : `approved${describeCredit(proposal.creditPercent)}`;
  return {
    count: `${formatQuantity(proposal.agreed)} of ${formatQuantity(total)} like this`,
    words: ` were ${decided}`,
  };
};

const describeBand = ({ from, to }: Band, write: (value: number) => string): string =>
  to === undefined ? `${write(from)} or more` : `${write(from)} to ${write(to)}`;

/** In what lines are alike: "Arrived too late · Like new · same source". */
export const describeAlike = ({ reason, condition, sourceId, cost, age }: AlikeFeatures): string =>
  [
    reason,
    condition,
    sourceId !== undefined && "same source",
    cost && `cost ${describeBand(cost, formatMoney)}`,
    age && `after ${describeBand(age, formatQuantity)} days`,
  ]
    .filter(Boolean)
    .join(" · ");
