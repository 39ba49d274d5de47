import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import type { RunKind } from "#web/records/runs/run-kind.ts";
import { findSavedPart, listDifferences } from "#web/screens/rmas/conflict.ts";
import { decides, planRma, type RmaChange, type RmaPlan } from "./rma-change.ts";
import type { PlannedRma } from "./preview.ts";

/** Changes of many RMAs: a request carries the changed fields of the changed lines. */
export type RmaRunKind = RunKind<RmaChange, PlannedRma, RmaItemUpdate[], Rma>;

type Changes = Extract<RmaPlan, { kind: "changes" }>;

/**
 * Whether a change still does what the preview showed: the same texts over the same values, and a decision leads to the
 * same status.
 */
const isSame = (change: RmaChange, before: Changes, now: Changes): boolean =>
  JSON.stringify(before.draft) === JSON.stringify(now.draft) &&
  (!decides(change) || before.decision.status.after === now.decision.status.after);

const mostPlaces = 3;

const describeDifferences = (before: Rma, now: Rma): string => {
  const places = listDifferences(before, now, {}).map(
    (difference) => `${difference.place} ${difference.was || "–"} → ${difference.now || "–"}`,
  );
  const rest = places.length - mostPlaces;
  return [
    `Changed since the preview: ${places.slice(0, mostPlaces).join("; ")}`,
    rest > 0 ? `; ${rest} more` : "",
    ".",
  ].join("");
};

/** The next step for an RMA, from its record as it is now. */
const planAgain = (change: RmaChange, { before }: PlannedRma, now: Rma) => {
  const planned = planRma(change, before);
  if (planned.kind !== "changes") return { kind: "skipped", why: planned.why } as const;
  const sent = [...planned.decision.changes];
  if (findSavedPart(sent, now) === "all") return { kind: "already" } as const;
  const fresh = planRma(change, now);
  if (fresh.kind === "blocked") return { kind: "skipped", why: fresh.why } as const;
  return fresh.kind === "changes" && isSame(change, planned, fresh)
    ? ({ kind: "ready", sent } as const)
    : ({ kind: "skipped", why: describeDifferences(before, now) } as const);
};

/** The change of RMAs with these requests: each is read and compared with its preview before it is sent. */
export const createRmaKind = ({ read, send }: Pick<RmaRunKind, "read" | "send">): RmaRunKind => ({
  read,
  send,
  prepare: async (change, { data }, readNow) => planAgain(change, data, await readNow()),
  afterResponse: (_, rma, sent) =>
    findSavedPart(sent, rma) === "all"
      ? { kind: "done" }
      : {
          kind: "refused",
          why: "The API accepted the request, but the RMA doesn't have all the changes.",
        },
  afterRefusal: ({ status }) =>
    status === 412
      ? {
          kind: "skipped",
          why: "Another person changed this RMA right before the save. Nothing was changed.",
        }
      : undefined,
  afterLoss: (_, rma, sent, why) => {
    const found = findSavedPart(sent, rma);
    if (found === "all") return { kind: "found" };
    return found === "none"
      ? { kind: "unmoved", why }
      : {
          kind: "skipped",
          why: "The response was lost, and the RMA has only part of the changes. Another person may have changed it. Check the RMA.",
        };
  },
});
