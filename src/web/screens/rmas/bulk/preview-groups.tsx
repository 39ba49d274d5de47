import "./bulk.css";
import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { RmaStatusBadge } from "#web/records/rma-status.tsx";
import {
  type Becomes,
  describeAmounts,
  type PlannedRma,
  type RmaPreview,
  sumBecomes,
} from "./preview.ts";

/** More rows than anyone reads would only slow the dialog down; the report lists all. */
const mostShown = 200;
/** Short groups are open from the start. */
const mostOpened = 5;

interface GroupProps<R> {
  title: string;
  rows: readonly R[];
  children: (row: R) => ReactNode;
}

const Group = <R,>({ title, rows, children }: GroupProps<R>) => {
  const [open, setOpen] = useState(rows.length <= mostOpened);
  const hidden = rows.length - mostShown;
  if (rows.length === 0) return null;
  return (
    <details
      className="bulk-group"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && (
        <ul>
          {rows.slice(0, mostShown).map((row, index) => (
            <li key={index}>{children(row)}</li>
          ))}
          {hidden > 0 && (
            <li>
              {formatQuantity(hidden)} more {hidden === 1 ? "isn't" : "aren't"} listed here.
            </li>
          )}
        </ul>
      )}
    </details>
  );
};

const Statuses = ({ from, to }: Becomes) => (
  <span className="bulk-group__statuses">
    <RmaStatusBadge status={from} />
    {from !== to && (
      <>
        <span aria-label="becomes" role="img">
          →
        </span>
        <RmaStatusBadge status={to} />
      </>
    )}
  </span>
);

const Planned = ({ before, becomes }: PlannedRma) => (
  <>
    <bdi>{rmaName(before)}</bdi>
    <Statuses {...becomes} />
    <span>{describeAmounts(becomes)}</span>
  </>
);

const describeGroup = (noun: string, rows: readonly PlannedRma[]): string =>
  `${formatCount(rows.length, "RMA")} ${noun}: ${describeAmounts(sumBecomes(rows))}`;

/** The result for the selected RMAs: those that change, that close for good, and that can't or needn't be changed. */
export const PreviewGroups = ({
  preview: { open, closing, blocked, same },
  includes,
  onIncludes,
}: {
  preview: RmaPreview;
  /** Whether those that close for good are changed too. */
  includes: boolean;
  onIncludes: (includes: boolean) => void;
}) => (
  <div className="bulk-groups">
    <Group title={describeGroup("will change", open)} rows={open}>
      {Planned}
    </Group>
    {closing.length > 0 && (
      <Checkbox
        label={`Include ${formatCount(closing.length, "RMA")} that ${closing.length === 1 ? "closes" : "close"} for good`}
        description="A closed RMA can't be decided again. This can't be undone."
        checked={includes}
        onChange={(event) => onIncludes(event.currentTarget.checked)}
      />
    )}
    <Group title={describeGroup("will close for good", closing)} rows={closing}>
      {Planned}
    </Group>
    <Group title={`${formatCount(blocked.length, "RMA")} can't be changed`} rows={blocked}>
      {({ rma, why }) => (
        <>
          <bdi>{rmaName(rma)}</bdi>
          <span className="bulk-group__why">{why}</span>
        </>
      )}
    </Group>
    <Group
      title={`${formatCount(same.length, "RMA")} ${same.length === 1 ? "has" : "have"} nothing to change`}
      rows={same}
    >
      {({ rma, why }) => (
        <>
          <bdi>{rmaName(rma)}</bdi>
          <span className="bulk-group__why">{why}</span>
        </>
      )}
    </Group>
  </div>
);
