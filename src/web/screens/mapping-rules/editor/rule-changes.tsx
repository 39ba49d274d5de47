import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { MappingRule } from "#contract/mapping-rules.ts";
import {
  changeSentence,
  diffRules,
  type RuleChange,
  wordingOfRule,
} from "#rule-model/diff-rules.ts";
import { headNames } from "#rule-model/head-values.ts";
import { headKey } from "#rule-model/part.ts";
import { diffTexts } from "#rule-model/text-changes.ts";
import { conflictWords } from "#rule-model/conflict-words.ts";
import { mergeRules } from "#rule-model/merge-rules.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { shownText } from "#rules/shown-text.ts";
import { formatCount } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import type { Choices, Difference, PhaseKind } from "#web/editing/editing-plan.ts";
import { VersionChoice } from "#web/editing/save-outcome.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { LockableButton } from "#web/kit/button.tsx";
import { useBuilder, useEditorState, usePart, useProposal, useRuleId } from "./builder-context.ts";
import { reviewChanges, useRuleEditing, useSavingState } from "./rule-editing.ts";
import { toMergeChoices, toRequest } from "./rule-plan.ts";
import { goToRow } from "#web/screens/mapping-rules/rows/shown-rows.ts";
import { ProposalNote } from "#web/screens/mapping-rules/review/proposal-note.tsx";
import { useMatchCount } from "#web/screens/mapping-rules/preview/part-mark.tsx";
import { FailingTests, useTestsState } from "#web/screens/mapping-rules/tests/failed-parts.tsx";

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
  const { document } = useRuleEditing();
  // The changes when the dialog opened; nothing can be edited behind it.
  const [changes] = useState(() =>
    diffRules(document.get().base, trees.mappingRule(), wordingOfRule(workflow), trees.keyOf),
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
  const { back } = useRuleEditing();
  const go = () => {
    const [key] = editor.builder.check.keysInOrder("error");
    flushSync(back);
    if (key !== undefined) goToRow(editor, key);
  };
  return <Button onClick={go}>Go to first problem</Button>;
};

const stateWords: Readonly<Partial<Record<PhaseKind, string>>> = {
  reading: "Checking for other changes…",
  sending: "Saving…",
};

/** The changes to be sent, in words, and the button to send them. */
export const ReviewDialog = () => {
  const { back, confirm } = useRuleEditing();
  const { dirty, phase } = useSavingState();
  const created = useRuleId() !== undefined;
  const errors = useErrors();
  const matches = useMatchCount();
  const isProposed = useValue(useProposal()) !== undefined;
  const tests = useTestsState();
  const busy = stateWords[phase.kind] ?? (tests.isRunning ? "Running tests…" : undefined);
  const against =
    errors > 0
      ? `${formatCount(errors, "problem")} to fix before this can be saved.`
      : created && !dirty
        ? "No changes to save."
        : undefined;
  return (
    <RuleDialog
      title={
        isProposed ? "Send this for review?" : created ? "Save these changes?" : "Create this rule?"
      }
      onCancel={back}
      foot={
        <>
          <span className="dialog__why" role="status">
            {busy ?? against}
          </span>
          <Button disabled={busy !== undefined} onClick={back}>
            Back to editing
          </Button>
          {errors > 0 && <GoToFirst />}
          <LockableButton
            variant="filled"
            locked={busy !== undefined || against !== undefined}
            onClick={() => void confirm()}
          >
            {isProposed
              ? "Send for review"
              : created
                ? tests.failing > 0
                  ? "Save anyway"
                  : "Save"
                : "Create"}
          </LockableButton>
        </>
      }
    >
      {tests.failing > 0 && (
        <FailingTests question={isProposed ? " Send it anyway?" : " Save anyway?"} />
      )}
      {created ? <Changes /> : <NewRule />}
      {matches && <p>{matches}.</p>}
      <ProposalNote />
    </RuleDialog>
  );
};

const useMerge = (theirs: MappingRule) => {
  const { trees, workflow } = useBuilder();
  const editing = useRuleEditing();
  const isProposed = useProposal().get() !== undefined;
  // Nothing can be edited behind the dialog.
  const [{ base, mine, now, changes }] = useState(() => {
    const [draft, read] = [editing.document.get(), toRequest(theirs)];
    const others = diffRules(draft.base, read, wordingOfRule(workflow), trees.keyOf);
    return { ...draft, now: read, changes: others };
  });
  const [choices, setChoices] = useState<Choices>({});
  /** The parts that both changed and of which no version is chosen yet: a choice may lead to another. */
  const findDifferences = (chosen: Choices): readonly Difference[] => {
    const merged = mergeRules(base, mine, now, toMergeChoices(chosen), trees.keyOf);
    const wording = wordingOfRule(workflow)(mine);
    return merged.conflicts
      .filter(({ name }) => !(name in chosen))
      .map((conflict) => {
        const { subject, ...words } = conflictWords(conflict, merged.versions, wording);
        const { was, theirs: is, mine: own } = words;
        return { field: conflict.name, label: subject, was, now: is, mine: own };
      });
  };
  const resolve = (more: Choices) => {
    const chosen = { ...choices, ...more };
    if (findDifferences(chosen).length > 0) return setChoices(chosen);
    editing.resolve([], chosen);
    if (editing.document.dirty.get()) reviewChanges(editing, isProposed);
  };
  return { changes, differences: findDifferences(choices), resolve };
};

/**
 * Merges a rule that was changed here and by another user: changes that fit together are taken, and the user resolves
 * the rest.
 */
export const MergeDialog = ({ theirs }: { theirs: MappingRule }) => {
  const { back } = useRuleEditing();
  const { changes, differences, resolve } = useMerge(theirs);
  return (
    <RuleDialog
      title="Another person has changed this rule"
      onCancel={back}
      foot={<Button onClick={back}>Back to editing</Button>}
    >
      <VersionChoice
        key={differences.map(({ field }) => field).join(" ")}
        noun="rule"
        record={{ resource: "mapping-rules", id: theirs.id }}
        differences={differences}
        label="Merge changes"
        onResolve={resolve}
      >
        <p>
          Your changes are kept. Parts that only one of you changed are merged automatically
          {differences.length > 0
            ? "; where both changed the same part, select a version."
            : "."}{" "}
          You can review the result before it is saved.
        </p>
      </VersionChoice>
      {/* After a check, some of it may be a save from here. */}
      <h3>What the other person changed</h3>
      <ChangeList changes={changes} />
    </RuleDialog>
  );
};

interface RuleDialogProps {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  onCancel: () => void;
}

/** A dialog that compares versions of a rule. */
const RuleDialog = ({ onCancel, ...parts }: RuleDialogProps) => (
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
  const sections = diffTexts(before ?? "", after ?? "");
  const side = (Tag: "del" | "ins", which: "before" | "after") =>
    change[which] && (
      <bdi>
        {sections.map((section, at) =>
          section.changed
            ? section[which] !== "" && <Tag key={at}>{section[which]}</Tag>
            : section[which],
        )}
      </bdi>
    );
  return (
    <>
      {side("del", "before")}
      {side("ins", "after")}
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
