import { Button } from "@mantine/core";
import { useEffect } from "react";
import type { Issue } from "#contract/errors.ts";
import { placeOfIssue } from "#rule-model/check/problem.ts";
import { headKey } from "#rule-model/draft/part.ts";
import { describePath } from "#rule-model/describe/describe-parts.ts";
import { ApiError, isUnserved } from "#web/api/api-error.ts";
import { describeError } from "#web/api/error-advice.ts";
import { useBuilder, useEditorState } from "#web/mapping-rules/builder/builder-context.ts";
import { goToRow } from "#web/mapping-rules/row-commands/shown-rows.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SaveStatus } from "#web/ui/save-status.tsx";
import type { RulePhase } from "./rule-saving.ts";
import { useSaving, useSavingState } from "./saving-context.ts";

/** The result of a save, with the texts that every form uses. */
const Status = ({ phase }: { phase: RulePhase }) => {
  const saving = useSaving();
  return (
    <SaveStatus
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

/** Focuses the first row that the API names, once for each refusal. */
const useJumpToRefused = (error: unknown): void => {
  const editor = useEditorState();
  useEffect(() => {
    const { builder } = editor;
    const named = builder.check.keysInOrder("error").find((key) =>
      // A problem of the rule as a whole is shown only in the notice.
      builder.problems
        .get(key)
        ?.some(({ from, field }) => from === "api" && (key !== headKey || field !== undefined)),
    );
    if (error instanceof ApiError && named !== undefined) goToRow(editor, named);
  }, [editor, error]);
};

/** A refusal: the API's messages are beside the rows they name, and together here. */
const Refused = ({ phase }: { phase: Extract<RulePhase, { kind: "refused" }> }) => {
  useJumpToRefused(phase.error);
  const issues = phase.error instanceof ApiError ? phase.error.issues : [];
  if (issues.length === 0) return <Status phase={phase} />;
  return (
    <Notice title={describeError(phase.error).title} tone="bad" alert>
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
      <p>The API has no rule with this ID. Nothing was sent, and your changes are kept.</p>
    </Notice>
  );
};

/** The result of the last save, and the next steps. */
export const SaveOutcome = () => {
  const { phase } = useSavingState();
  switch (phase.kind) {
    case "refused":
      return <Refused phase={phase} />;
    case "conflict":
      return phase.conflict.kind === "gone" && <Gone />;
    default:
      return <Status phase={phase} />;
  }
};
