import { useWhyForbidden } from "#web/base/session.ts";
import { editingRules } from "#contract/mapping-rules.ts";
import { Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Issue } from "#contract/errors.ts";
import { findIssuePlace } from "#rule-model/problem.ts";
import { describePath } from "#rule-model/describe-parts.ts";
import { headKey } from "#rule-model/part.ts";
import { withoutIds } from "#rule-model/draft-rule.ts";
import { newRuleAddress } from "#web/screens/mapping-rules/list/rule-words.ts";
import { storeGivenRule } from "./start-rule.ts";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { describeError } from "#web/api/error-advice.ts";
import { hasReviews, reviewsRules } from "#web/api/rule-reviews.ts";
import { MenuButton } from "#web/kit/panels.tsx";
import { useBuilder, useEditorState, useRuleId } from "./builder-context.ts";
import { discardChanges, reviewChanges, useRuleEditing, useSavingState } from "./rule-editing.ts";
import { goToRow } from "#web/screens/mapping-rules/rows/shown-rows.ts";
import { formatCount, formatTimeOfDay } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { pressedKey } from "#web/base/keys.ts";
import { isBusy } from "#web/editing/editing-plan.ts";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { SaveStatus } from "#web/editing/save-outcome.tsx";
import { useValue } from "#web/base/value-store.ts";
import { useHasProposed } from "#web/screens/mapping-rules/review/reviewed-rules.tsx";
import { MergeDialog, ReviewDialog } from "./rule-changes.tsx";
import type { RulePhase } from "./rule-plan.ts";

/** The result of a save, with the texts that every form uses. */
const Status = ({ phase }: { phase: RulePhase }) => {
  const { check, back } = useRuleEditing();
  return (
    <SaveStatus
      noun="rule"
      state={phase}
      canCheck={phase.kind !== "unknown" || !isUnserved(phase.error)}
      onCheck={() => void check()}
      onAcknowledge={back}
    />
  );
};

const IssueLine = ({ issue }: { issue: Issue }) => {
  const { draft, trees } = useBuilder();
  const { key } = findIssuePlace(issue.path, trees.mappingRule(), trees);
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
      <p>Nothing was saved, and your changes are kept. The service reports:</p>
      <ul>
        {issues.map((issue) => (
          <IssueLine key={`${issue.path} ${issue.message}`} issue={issue} />
        ))}
      </ul>
    </Notice>
  );
};

const Gone = () => {
  const editing = useRuleEditing();
  const navigate = useNavigate();
  const saveAsNew = async () => {
    const { mine } = editing.document.get();
    const request = withoutIds(mine, "head");
    const given = await storeGivenRule({ request, from: "From a rule that no longer exists." });
    discardChanges(editing);
    void navigate({ ...newRuleAddress, search: { given } });
  };
  return (
    <Notice
      title="This rule no longer exists"
      tone="bad"
      alert
      actions={<Button onClick={() => void saveAsNew()}>Save as new rule</Button>}
    >
      <p>The service has no rule with this ID. Nothing was saved, and your changes are kept.</p>
    </Notice>
  );
};

/** The result of the last save, and the next steps. */
const SaveOutcome = () => {
  const { phase } = useSavingState();
  switch (phase.kind) {
    case "refused":
      return <Refused phase={phase} />;
    case "conflict":
      return phase.now && !phase.now.value && <Gone />;
    default:
      return <Status phase={phase} />;
  }
};

const Problems = () => {
  const editor = useEditorState();
  const { check } = editor.builder;
  const { errors } = useValue(check.totals);
  if (errors === 0) return null;
  const go = () => {
    const [key] = check.keysInOrder("error");
    if (key !== undefined) goToRow(editor, key);
  };
  return (
    <Button variant="outline" color="red" onClick={go}>
      {formatCount(errors, "problem")}: go to first
    </Button>
  );
};

/** The state of the changes, and whether this browser has stored them, in words. */
const useChangesText = (forbidden: string | undefined): string => {
  const { dirty, phase, stored, storedAt } = useSavingState();
  const id = useRuleId();
  const isProposed = useHasProposed(id);
  if (forbidden !== undefined) return `${forbidden} You can try changes here without saving them.`;
  if (phase.kind === "unknown") return "Check the last save first.";
  if (isBusy(phase)) return "Saving…";
  if (!dirty && isProposed) return "Your change waits for review by another editor.";
  if (!dirty) return id === undefined ? "Nothing entered yet." : "No changes.";
  if (stored === "refused")
    return "This browser can't keep a draft (private window or no storage left). Save before you leave.";
  return stored === "stored" && storedAt !== undefined
    ? `Unsaved changes. Draft saved at ${formatTimeOfDay(storedAt)}.`
    : "Unsaved changes. Saving draft…";
};

/** Ctrl+S opens the review, instead of saving the page as a file. */
const useSaveKey = (review: () => void): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (pressedKey(event).toLowerCase() !== "s") return;
      event.preventDefault();
      if (!document.querySelector("[aria-modal=true]")) review();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [review]);

const Dialogs = () => {
  const { phase } = useSavingState();
  const [wasOpen, setWasOpen] = useState(false);
  // Not for a save that another tab sends, or that was left.
  const isOpen = phase.kind === "confirming" || (wasOpen && isBusy(phase));
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  if (phase.kind === "conflict")
    return phase.now?.value && <MergeDialog theirs={phase.now.value} />;
  return isOpen ? <ReviewDialog /> : null;
};

/** The state of the changes, and the button to save them. */
export const SaveRuleBar = () => {
  const editing = useRuleEditing();
  const { dirty, phase, elsewhere } = useSavingState();
  const isNew = useRuleId() === undefined;
  const forbidden = useWhyForbidden(editingRules);
  const standing = useChangesText(forbidden);
  const isWaiting = phase.kind === "unknown" || isBusy(phase);
  const blocked = (!isNew && !dirty) || isWaiting || forbidden !== undefined;
  const review = () => reviewChanges(editing);
  const canPropose = hasReviews() && !reviewsRules;
  useSaveKey(() => {
    if (forbidden === undefined) review();
  });
  const discard = () => {
    discardChanges(editing);
    notify("Changes discarded. You can undo this.");
  };
  return (
    <>
      <SaveBar
        stays
        announces
        save={{
          label: reviewsRules ? "Send for review" : isNew ? "Review and create" : "Review and save",
          locked: blocked,
          "aria-keyshortcuts": "Control+S",
          title: "Ctrl+S",
          onClick: () => blocked || review(),
        }}
        why={standing}
        draft={{ dirty, elsewhere, noticed: true }}
        discard={{ label: "Discard changes", locked: !dirty, onClick: discard }}
        outcome={<SaveOutcome />}
      >
        {canPropose && (
          <MenuButton title="More ways to save" icon={<IconDots aria-hidden="true" />}>
            <Menu.Item disabled={blocked} onClick={() => reviewChanges(editing, true)}>
              Send for review…
            </Menu.Item>
          </MenuButton>
        )}
        <Problems />
      </SaveBar>
      <Dialogs />
    </>
  );
};
