import type { BulkRun, BulkRunState } from "#contract/bulk-runs.ts";
import { bulkRunList } from "#web/api/bulk-runs.ts";
import { session } from "#web/base/session.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import type { Tone } from "#web/kit/status-badge.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { ActivityLinks } from "#web/records/activity-links.tsx";
import { describeProgress, findRunKind } from "#web/records/runs/run-words.ts";

const states: Readonly<Record<BulkRunState, { label: string; tone: Tone }>> = {
  running: { label: "Running", tone: "calm" },
  paused: { label: "Paused", tone: "waiting" },
  ended: { label: "Finished", tone: "good" },
  canceled: { label: "Canceled", tone: "still" },
};

/** A run that stopped or failed in part is no success. */
const getState = ({ state, reason, counts }: BulkRun): { label: string; tone: Tone } => {
  if (state === "paused" && reason) return { label: "Stopped", tone: "bad" };
  if (state === "ended" && counts.done < counts.total)
    return { label: "Finished", tone: "partial" };
  return states[state as BulkRunState] ?? { label: state, tone: "still" };
};

const column = createColumnHelper<BulkRun>();

const createColumns = (): readonly Column<BulkRun>[] => [
  column.link("title", "Action", 240, {
    of: ({ title }) => title,
    to: ({ id }) => `/bulk-runs/${id}`,
    grow: true,
  }),
  column.status("state", "Status", 130, { of: getState, wide: "badge" }),
  column.text("progress", "Progress", 420, {
    of: (run) => describeProgress(findRunKind(run).noun, run),
    wide: true,
  }),
  column.date("startedAt", "Started", 150),
  column.text("startedBy", "Started by", 180, { optional: session.get().signIn === "none" }),
  column.date("endedAt", "Ended", 150, { optional: true }),
];

const columns = createColumns();

/** Every bulk run of the team: who changed what, and what is left. */
export const BulkRunList = () => {
  const { table } = useListedRows({ page: bulkRunList });
  return (
    <Screen title="Bulk changes" beside={<ActivityLinks />} fill>
      <DataTable
        {...table}
        name="bulk-runs"
        label="Bulk changes"
        columns={columns}
        rowId={({ id }) => String(id)}
        nameOf={({ title }) => title}
        nouns={["bulk change", "bulk changes"]}
        order={{ words: "newest first", by: "-startedAt" }}
        empty={
          <Notice title="No bulk changes yet" blank tone="still">
            <p>Select several RMAs, orders or rules in their lists to change them together.</p>
          </Notice>
        }
      />
    </Screen>
  );
};
