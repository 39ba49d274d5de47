import { rmaOperations } from "#contract/rmas.ts";
import { formatCount } from "#web/base/format.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { type RunEndActions, RunStrip } from "#web/records/runs/run-strip.tsx";
import { RecordRun } from "#web/records/runs/record-run.tsx";
import { invalidate } from "#web/api/query-client.ts";
import { invalidateRmas, rmaDetail } from "#web/api/rmas.ts";
import { runKinds } from "#web/records/runs/run-words.ts";
import type { BulkAction, RmaChange } from "./rma-change.ts";

interface ActionWords {
  /** The button: "Approve rest". */
  readonly label: string;
  readonly done: string;
  /** The verb of the dialog's button: "Approve". */
  readonly verb: string;
}

export const actionWords: Readonly<Record<BulkAction, ActionWords>> = {
  approve: { label: "Approve rest", done: "approved", verb: "Approve" },
  deny: { label: "Deny rest", done: "denied", verb: "Deny" },
  condition: { label: "Set condition", done: "updated", verb: "Update" },
  reason: { label: "Set reason", done: "updated", verb: "Update" },
  note: { label: "Add note", done: "updated", verb: "Update" },
};

/** The command in words: "Add note “Called the customer”". */
export const nameChange = ({ action, text }: RmaChange): string =>
  [actionWords[action].label, text.trim() && `“${text.trim()}”`].filter(Boolean).join(" ");

/** An address can't be much longer. */
const mostNumbers = 50;

/** Lists the RMAs that a run skipped: what another person changed needs a new decision. */
const listSkipped: RunEndActions = (items) => {
  const numbers = items.filter(({ state }) => state === "conflict").map(({ name }) => name);
  return (
    numbers.length > 0 && (
      <ButtonLink to="/rmas" search={{ rmaNumbers: numbers.slice(0, mostNumbers).join(",") }}>
        Show {formatCount(Math.min(numbers.length, mostNumbers), "skipped RMA")}
      </ButtonLink>
    )
  );
};

/** The runs of RMAs. */
export const RmaRunStrip = () => (
  <RunStrip
    kind={runKinds.rmas}
    permission={rmaOperations.updateRmaItems}
    atEnd={listSkipped}
    onChanged={invalidateRmas}
  />
);

/** The result of the newest run for one RMA. */
export const RmaRunResult = ({ id }: { id: number }) => (
  <RecordRun
    kind={runKinds.rmas}
    recordId={id}
    onChanged={() => void invalidate({ queryKey: rmaDetail(id).queryKey })}
  />
);
