import { rmaOperations } from "#contract/rmas.ts";
import { formatCount } from "#web/base/format.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { type RunEndActions, RunStrip } from "#web/records/runs/run-strip.tsx";
import { RecordRun } from "#web/records/runs/record-run.tsx";
import { toSending, type Version } from "#web/api/call.ts";
import { cacheRma, invalidateRmas, readRmaInRun, sendRmaItems } from "#web/api/rmas.ts";
import type { RunWords } from "#web/records/runs/describe-run.ts";
import { createRunControl } from "#web/records/runs/run-control.ts";
import {
  type BulkAction,
  createRmaKind,
  describeBecomes,
  type PlannedRma,
  type RmaChange,
} from "./rma-change.ts";

interface ActionWords {
  /** The button: "Approve rest". */
  readonly label: string;
  /** The work in progress: "Approving". */
  readonly acting: string;
  readonly done: string;
  /** The verb of the dialog's button: "Approve". */
  readonly verb: string;
}

export const actionWords: Readonly<Record<BulkAction, ActionWords>> = {
  approve: { label: "Approve rest", acting: "Approving", done: "approved", verb: "Approve" },
  deny: { label: "Deny rest", acting: "Denying", done: "denied", verb: "Deny" },
  condition: { label: "Set condition", acting: "Updating", done: "updated", verb: "Update" },
  reason: { label: "Set reason", acting: "Updating", done: "updated", verb: "Update" },
  note: { label: "Add note", acting: "Updating", done: "updated", verb: "Update" },
};

const words: RunWords<RmaChange, PlannedRma> = {
  noun: "RMA",
  kind: "rmas",
  region: "RMAs in progress",
  acting: ({ action }) => actionWords[action].acting,
  done: ({ action }) => actionWords[action].done,
  news: "values",
  // It is read first.
  requests: 2,
  outcome: ({ becomes }) => describeBecomes(becomes),
  columns: [
    { header: "Status before", value: ({ becomes }) => becomes.from },
    { header: "Status after", value: ({ becomes }, went) => (went ? becomes.to : "") },
    { header: "Units approved", value: ({ becomes }, went) => (went ? becomes.approved : "") },
    { header: "Units denied", value: ({ becomes }, went) => (went ? becomes.denied : "") },
    { header: "Lines changed", value: ({ becomes }, went) => (went ? becomes.lines : "") },
  ],
};

/** The version of the RMA that was read last: each is read right before its request. */
let version: Version;

/** The run of RMAs in this browser. */
export const rmaRun = createRunControl({
  name: "rma",
  kind: createRmaKind({
    read: async (id) => {
      const answer = await readRmaInRun(id);
      ({ version } = answer);
      cacheRma(id, answer);
      return answer.value;
    },
    send: async (id, _, sent) => {
      const answer = await sendRmaItems(id, sent, toSending(version), "screen");
      cacheRma(id, answer);
      return answer.value;
    },
  }),
  words,
  permission: () => rmaOperations.updateRmaItems,
  onEnd: invalidateRmas,
  keeps: true,
});

/** An address can't be much longer. */
const mostNumbers = 50;

/** Lists the RMAs that the run skipped: what another person changed needs a new decision. */
const listSkipped: RunEndActions<PlannedRma, unknown> = (lines) => {
  const numbers = lines
    .filter(({ state }) => state.kind === "skipped")
    .flatMap(({ data }) => data.before.rmaNumber ?? []);
  return (
    numbers.length > 0 && (
      <ButtonLink to="/rmas" search={{ rmaNumbers: numbers.slice(0, mostNumbers).join(",") }}>
        Show {formatCount(Math.min(numbers.length, mostNumbers), "skipped RMA")}
      </ButtonLink>
    )
  );
};

/** The run of RMAs in this browser. */
export const RmaRunStrip = () => <RunStrip control={rmaRun} atEnd={listSkipped} />;

/** The result of this browser's run for one RMA. */
export const RmaRunResult = ({ id }: { id: number }) => (
  <RecordRun
    control={rmaRun}
    recordId={id}
    describeChange={({ action, text }) =>
      [actionWords[action].label, text && `“${text}”`].filter(Boolean).join(" ")
    }
  />
);
