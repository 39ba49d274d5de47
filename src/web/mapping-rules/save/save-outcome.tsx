import { Button } from "@mantine/core";
import { useEffect } from "react";
import type { Issue } from "#contract/errors.ts";
import { ApiError, isUnserved } from "#web/api/api-error.ts";
import { adviceOf } from "#web/api/error-advice.ts";
import { placeOfIssue } from "#web/mapping-rules/builder/api-problems.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { describePath } from "#web/mapping-rules/moves/part-words.ts";
import { getRuleMoves } from "#web/mapping-rules/moves/rule-moves.ts";
import { goToRow } from "#web/mapping-rules/moves/shown-rows.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SaveTold } from "#web/ui/save-told.tsx";
import type { RulePhase } from "./rule-saving.ts";
import { useSaving, useSavingState } from "./saving-context.ts";

/** What a save of the rule came to, in the words of every form. */
const Told = ({ phase }: { phase: RulePhase }) => {
  const saving = useSaving();
  return (
    <SaveTold
      noun="rule"
      state={phase}
      canCheck={phase.kind !== "unknown" || !isUnserved(phase.error)}
      onCheck={() => void saving.check()}
      onAcknowledge={saving.backToEditing}
    />
  );
};

const IssueLine = ({ issue }: { issue: Issue }) => {
  const { draft, trees } = useBuilder();
  const { key } = placeOfIssue(issue.path, trees.mappingRule(), trees);
  return (
    <li>
      {key !== headKey && <strong>{describePath(draft, key)}: </strong>}
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
    if (error instanceof ApiError && named !== undefined) goToRow(getRuleMoves(builder), named);
  }, [builder, error]);
};

/** Refused: the words of the API stand beside the rows they are about, and here together. */
const Refused = ({ phase }: { phase: Extract<RulePhase, { kind: "refused" }> }) => {
  useJumpToRefused(phase.error);
  const issues = phase.error instanceof ApiError ? phase.error.issues : [];
  if (issues.length === 0) return <Told phase={phase} />;
  return (
    <Notice title={adviceOf(phase.error).title} tone="bad" alert>
      <p>Nothing was saved, and your changes are kept. The API reports:</p>
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
      title="This rule no longer exists"
      tone="bad"
      alert
      actions={<Button onClick={saving.saveAsNew}>Save as new rule</Button>}
    >
      <p>The API has no rule with this id. Nothing was sent, and your changes are kept.</p>
    </Notice>
  );
};

/** What became of the last save, and what to do about it. */
export const SaveOutcome = () => {
  const { phase } = useSavingState();
  switch (phase.kind) {
    case "refused":
      return <Refused phase={phase} />;
    case "conflict":
      return phase.conflict.kind === "gone" && <Gone />;
    default:
      return <Told phase={phase} />;
  }
};
