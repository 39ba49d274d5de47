import type { ReactNode } from "react";
import { changeSentence, type RuleChange } from "#rule-model/diff/diff-rules.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { formatCount } from "#web/base/format.ts";
import "./change-list.css";

interface RuleDialogProps {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  onCancel: () => void;
}

/** A dialog that compares versions of a rule. */
export const RuleDialog = ({ onCancel, ...parts }: RuleDialogProps) => (
  <Dialog wide {...parts} onClose={onCancel} />
);

const verbs = { added: "Added", removed: "Removed", moved: "Moved", changed: "Changed" } as const;

/** More changes than people read through; the rest is counted. */
const shownAtMost = 200;

const Words = ({ change }: { change: RuleChange }) => {
  const { kind, before, after, what } = change;
  if (kind === "moved")
    return (
      <>
        <bdi>{what}</bdi>
        <span className="changes__way">
          from {before} to {after}
        </span>
      </>
    );
  return (
    <>
      {before && (
        <del>
          <bdi>{before}</bdi>
        </del>
      )}
      {after && (
        <ins>
          <bdi>{after}</bdi>
        </ins>
      )}
    </>
  );
};

/** The changes from one version of a rule to another, in words. */
export const ChangeList = ({ changes }: { changes: readonly RuleChange[] }) => (
  <>
    <ul className="changes">
      {changes.slice(0, shownAtMost).map((change, at) => (
        <li key={`${change.id} ${at}`} data-kind={change.kind} title={changeSentence(change)}>
          <span className="faint small">
            {verbs[change.kind]} {change.subject}
          </span>
          <Words change={change} />
        </li>
      ))}
    </ul>
    {changes.length > shownAtMost && (
      <p className="faint">And {formatCount(changes.length - shownAtMost, "more change")}.</p>
    )}
  </>
);
