import { Button } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { shownText } from "#rules/shown-text.ts";
import { headKey } from "#rule-model/draft/part.ts";
import { diffRules, wordingOfRule } from "#rule-model/diff/diff-rules.ts";
import { headNames } from "#rule-model/draft/head-values.ts";
import { goToRow } from "#web/screens/mapping-rules/outline/shown-rows.ts";
import {
  useBuilder,
  usePart,
  useEditorState,
  useSaving,
  useSavingState,
  useTypedJson,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { useMatchCount } from "#web/screens/mapping-rules/preview/part-mark.tsx";
import { formatCount } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import type { SaveKind } from "#web/editing/save-machine.ts";
import { useValue } from "#web/base/value-store.ts";
import { ChangeList, RuleDialog } from "./change-list.tsx";
import { LockableButton } from "#web/kit/lockable-button.tsx";

/** A new rule has no version to compare with, so all of it is described. */
const NewRule = () => {
  const { trees, wording, workflow } = useBuilder();
  const head = usePart(headKey, "head")?.data;
  const [paragraph] = useState(() =>
    ruleParagraph(describeRule(trees.mappingRule().rule, wording())),
  );
  if (!head) return null;
  const names = headNames(head, workflow);
  return (
    <>
      <p>
        “{shownText(head.name)}” will be created. Its event ({names.eventId}), its assigned field (
        {names.globalObjectFieldId}) and its data type ({names.globalDataTypeId}) can't be changed
        afterwards.
      </p>
      <p className="rule-dialog__paragraph">{paragraph}</p>
    </>
  );
};

const useChanges = () => {
  const { trees, workflow } = useBuilder();
  const { base } = useSavingState();
  // The changes when the dialog opened; nothing can be edited behind it.
  const [changes] = useState(() =>
    diffRules(base, trees.mappingRule(), wordingOfRule(workflow), trees.keyOf),
  );
  return changes;
};

const Changes = () => {
  const changes = useChanges();
  if (changes.length === 0) return <p>No changes from the saved version.</p>;
  return (
    <>
      <p>
        {formatCount(changes.length, "change")} from the saved version. Everything else stays the
        same.
      </p>
      <ChangeList changes={changes} />
    </>
  );
};

/** The errors of this browser's check. The API's refusal may be resolved since, so it does not count. */
const useErrors = (): number => {
  const { check, problems } = useBuilder();
  useValue(check.totals);
  const own = check
    .keysInOrder("error")
    .flatMap((key) => problems.get(key) ?? [])
    .filter(({ kind, from }) => kind === "error" && from === "check");
  return own.length;
};

/** A link to the first part with an error that prevents saving. */
const GoToFirst = () => {
  const editor = useEditorState();
  const saving = useSaving();
  const go = () => {
    const [key] = editor.builder.check.keysInOrder("error");
    flushSync(saving.backToEditing);
    if (key !== undefined) goToRow(editor, key);
  };
  return <Button onClick={go}>Go to first problem</Button>;
};

const stateWords: Readonly<Partial<Record<SaveKind, string>>> = {
  reading: "Checking for other changes…",
  sending: "Saving…",
};

/** The changes to be sent, in words, and the button to send them. */
export const ReviewDialog = () => {
  const saving = useSaving();
  const { created, dirty, phase } = useSavingState();
  const errors = useErrors();
  const matches = useMatchCount();
  const typed = useValue(useTypedJson());
  const busy = stateWords[phase.kind];
  const against =
    errors > 0
      ? `${formatCount(errors, "problem")} to fix before this can be saved.`
      : created && !dirty
        ? "No changes to save."
        : undefined;
  return (
    <RuleDialog
      title={created ? "Save these changes?" : "Create this rule?"}
      onCancel={saving.backToEditing}
      foot={
        <>
          <span className="dialog__why" role="status">
            {busy ?? against}
          </span>
          <Button disabled={busy !== undefined} onClick={saving.backToEditing}>
            Back to editing
          </Button>
          {errors > 0 && <GoToFirst />}
          <LockableButton
            variant="filled"
            locked={busy !== undefined || against !== undefined}
            onClick={() => void saving.send()}
          >
            {created ? "Save" : "Create"}
          </LockableButton>
        </>
      }
    >
      {typed && (
        <Notice title="Your JSON edits aren't applied to the rule" tone="waiting">
          <p>
            They aren't saved with it. To include them, go back and apply them in the JSON view.
          </p>
        </Notice>
      )}
      {created ? <Changes /> : <NewRule />}
      {matches && <p>{matches}.</p>}
    </RuleDialog>
  );
};
