import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatCount } from "#web/base/format.ts";
import { KeyValues } from "#web/kit/key-values.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Moment } from "#web/kit/values.tsx";
import { describeLine, describeTally } from "./describe-run.ts";
import type { RunControl } from "./run-control.ts";
import { tallyLines } from "./run-line.ts";

interface RecordRunProps<C, D, S> {
  control: RunControl<C, D, S>;
  recordId: number;
  /** The command of the run: "Approve rest". */
  describeChange: (change: C) => string;
}

/** The result of this browser's run for one record, on the record's own screen; empty if the record is not part of it. */
export const RecordRun = <C, D, S>({
  control,
  recordId,
  describeChange,
}: RecordRunProps<C, D, S>) => {
  const view = control.useRun();
  useEffect(() => void control.find(), [control]);
  const line = view?.lines.find(({ id }) => id === recordId);
  if (!view || !line) return null;
  const { words } = control;
  const { run, lines } = view;
  const tally = tallyLines(lines);
  return (
    <Sheet title="Bulk run" note={<Link to={`/${words.kind}`}>Show run</Link>}>
      <KeyValues
        items={[
          {
            label: `Result for this ${words.noun}`,
            value: describeLine(words, run.change, line),
            wide: true,
          },
          { label: "Action", value: describeChange(run.change) },
          {
            label: "Started",
            value: <Moment at={new Date(run.startedAt).toISOString()} absolute />,
          },
          { label: "All results", value: describeTally(words, run.change, tally) },
          ...(tally.open > 0
            ? [{ label: "Not finished", value: formatCount(tally.open, words.noun) }]
            : []),
        ]}
      />
    </Sheet>
  );
};
