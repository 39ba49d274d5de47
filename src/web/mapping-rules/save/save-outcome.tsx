import { type ReactNode, useEffect } from "react";
import type { Issue } from "#contract/errors.ts";
import { ApiError, isUnserved } from "#web/api/api-error.ts";
import { adviceOf } from "#web/api/error-advice.ts";
import { placeOfIssue } from "#web/mapping-rules/builder/api-problems.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { pathWords } from "#web/mapping-rules/moves/part-words.ts";
import { movesOf } from "#web/mapping-rules/moves/rule-moves.ts";
import { goToRow } from "#web/mapping-rules/moves/shown-rows.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { SavePhase } from "./save-phase.ts";
import { useSaving, useSavingState } from "./saving-context.ts";

type PhaseOf<K extends SavePhase["kind"]> = Extract<SavePhase, { kind: K }>;

const Unknown = ({ phase }: { phase: PhaseOf<"unknown"> }) => {
  const saving = useSaving();
  const cannotLook = isUnserved(phase.error);
  const look = (
    <button
      type="button"
      className="button"
      data-kind="primary"
      disabled={phase.checking}
      onClick={() => void saving.check()}
    >
      {phase.checking ? "Looking…" : "Look whether it was saved"}
    </button>
  );
  const goOn = (
    <button type="button" className="button" onClick={saving.acknowledge}>
      I have looked myself, let me save again
    </button>
  );
  return (
    <Notice
      title="Nobody knows yet whether this was saved"
      tone="waiting"
      alert
      actions={cannotLook ? goOn : look}
    >
      <p>
        The rule was sent, but its answer did not come back
        {phase.error instanceof Error ? ` (${phase.error.message})` : ""}. It may have been saved,
        so it is not sent again by itself. Your changes are kept.{" "}
        {cannotLook
          ? "This upstream cannot be asked for the rule: find out by what it does."
          : "Looking reads the rule and compares."}
      </p>
    </Notice>
  );
};

const IssueLine = ({ issue }: { issue: Issue }) => {
  const { draft, trees } = useBuilder();
  const { key } = placeOfIssue(issue.path, trees.mappingRule(), trees);
  return (
    <li>
      {key !== headKey && <strong>{pathWords(draft, key)}: </strong>}
      {issue.message}
    </li>
  );
};

/** Goes to the first row that the API names, once for each refusal. */
const useJumpToRefused = (error: unknown): void => {
  const builder = useBuilder();
  useEffect(() => {
    const named = builder.check.keysInOrder("error").find((key) =>
      // What is said of the rule as a whole stands in the notice alone.
      builder.problems
        .get(key)
        ?.some(({ from, field }) => from === "api" && (key !== headKey || field !== undefined)),
    );
    if (error instanceof ApiError && named !== undefined) goToRow(movesOf(builder), named);
  }, [builder, error]);
};

/** Refused: the words of the API stand beside the rows they are about, and here together. */
const Failed = ({ phase }: { phase: PhaseOf<"failed"> }) => {
  useJumpToRefused(phase.error);
  const issues = phase.error instanceof ApiError ? phase.error.issues : [];
  if (issues.length === 0)
    return (
      <ErrorNotice error={phase.error}>
        <p>Nothing was changed, and your changes are still here.</p>
      </ErrorNotice>
    );
  return (
    <Notice title={adviceOf(phase.error).title} tone="bad" alert>
      <p>Nothing was changed, and your changes are still here. The API says:</p>
      <ul>
        {issues.map((issue) => (
          <IssueLine key={`${issue.path} ${issue.message}`} issue={issue} />
        ))}
      </ul>
    </Notice>
  );
};

const Gone = () => {
  const saving = useSaving();
  return (
    <Notice
      title="This rule is not there any more"
      tone="bad"
      alert
      actions={
        <button type="button" className="button" onClick={saving.saveAsNew}>
          Save it as a new rule
        </button>
      }
    >
      <p>
        It was looked for before saving, and the API does not have it. Nothing was sent, and your
        changes are still here.
      </p>
    </Notice>
  );
};

const outcomes: {
  readonly [K in SavePhase["kind"]]?: (phase: PhaseOf<K>) => ReactNode;
} = {
  unknown: (phase) => <Unknown phase={phase} />,
  failed: (phase) => <Failed phase={phase} />,
  gone: () => <Gone />,
  unread: ({ error }) => (
    <ErrorNotice error={error}>
      <p>
        The rule is read again before each save, and that failed: nothing was sent. Your changes are
        still here.
      </p>
    </ErrorNotice>
  ),
  lost: () => (
    <Notice title="It was not saved" tone="waiting" alert>
      <p>The rule is as it was before. Your changes are still here; save them when you like.</p>
    </Notice>
  ),
};

/** What became of the last save, and what to do about it. */
export const SaveOutcome = () => {
  const { phase } = useSavingState();
  const show = outcomes[phase.kind] as ((phase: SavePhase) => ReactNode) | undefined;
  return show ? <div className="save-rule__outcome">{show(phase)}</div> : null;
};
