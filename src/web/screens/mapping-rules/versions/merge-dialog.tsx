import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { type ConflictWords, conflictWords } from "#rule-model/merge/conflict-words.ts";
import { diffRules, wordingOfRule } from "#rule-model/diff/diff-rules.ts";
import type { Side } from "#rule-model/merge/merge-parts.ts";
import { type MergeChoices, mergeRules } from "#rule-model/merge/merge-rules.ts";
import {
  useBuilder,
  useSaving,
  useSavingState,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { formatCount } from "#web/base/format.ts";
import { SideChoice } from "#web/editing/side-choice.tsx";
import { ChangeList, RuleDialog } from "./change-list.tsx";
import { LockableButton } from "#web/kit/lockable-button.tsx";

interface ConflictProps {
  words: ConflictWords;
  chosen: Side | undefined;
  choose: (side: Side) => void;
}

const Conflict = ({ words, chosen, choose }: ConflictProps) => (
  <SideChoice
    label={words.subject}
    hint={
      <>
        Before: <bdi>{words.was}</bdi>
      </>
    }
    labels={{
      theirs: (
        <>
          Their version: <bdi>{words.theirs}</bdi>
        </>
      ),
      mine: (
        <>
          Your version: <bdi>{words.mine}</bdi>
        </>
      ),
    }}
    chosen={chosen}
    onChoose={choose}
  />
);

const useMerge = (theirs: UpdateOrCreateMappingRule) => {
  const { trees, workflow } = useBuilder();
  const { base } = useSavingState();
  const [choices, setChoices] = useState<MergeChoices>(new Map());
  const [mine] = useState(() => trees.mappingRule());
  const merged = useMemo(
    () => mergeRules(base, mine, theirs, choices, trees.keyOf),
    [base, mine, theirs, choices, trees],
  );
  const [changes] = useState(() => diffRules(base, theirs, wordingOfRule(workflow), trees.keyOf));
  return {
    merged,
    changes,
    choices,
    wording: wordingOfRule(workflow)(mine),
    choose: (name: string, side: Side) => setChoices(new Map(choices).set(name, side)),
  };
};

/**
 * Merges a rule that was changed here and by another user: changes that fit together are taken, and the user resolves
 * the rest.
 */
export const MergeDialog = ({ theirs }: { theirs: UpdateOrCreateMappingRule }) => {
  const saving = useSaving();
  const { merged, changes, choices, wording, choose } = useMerge(theirs);
  const open = merged.conflicts.filter(({ name }) => !choices.has(name)).length;
  const goOn = () => {
    saving.resolve(theirs, merged.rule);
    if (saving.state.get().dirty) saving.review();
  };
  return (
    <RuleDialog
      title="Another person has changed this rule"
      onCancel={saving.backToEditing}
      foot={
        <>
          <span className="dialog__why" role="status">
            {open > 0 && `${formatCount(open, "choice")} left.`}
          </span>
          <Button onClick={saving.backToEditing}>Back to editing</Button>
          <LockableButton variant="filled" locked={open > 0} onClick={goOn}>
            Merge changes
          </LockableButton>
        </>
      }
    >
      <p>
        Your changes are kept. Parts that only one of you changed are merged automatically
        {merged.conflicts.length > 0
          ? "; where both changed the same part, select a version."
          : "."}{" "}
        You can review the result before it is saved.
      </p>
      {merged.conflicts.length > 0 && (
        <div className="conflicts">
          {merged.conflicts.map((conflict) => (
            <Conflict
              key={conflict.name}
              words={conflictWords(conflict, merged.versions, wording)}
              chosen={choices.get(conflict.name)}
              choose={(side) => choose(conflict.name, side)}
            />
          ))}
        </div>
      )}
      {/* After a check, some of it may be a save from here. */}
      <h3>What the other person changed</h3>
      <ChangeList changes={changes} />
    </RuleDialog>
  );
};
