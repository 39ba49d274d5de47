import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useCallback, useState, useSyncExternalStore } from "react";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { fieldWords } from "#rules/describe-operands.ts";
import { givenValues } from "#rules/operands.ts";
import { readsWholeArray } from "#rules/read-value.ts";
import { findComparator, type RuleCatalogue } from "#rules/rule-catalogue.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { changePreModifier } from "#rule-model/draft/adapt-part.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import type { Part, PartData } from "#rule-model/draft/part.ts";
import { type Choice, preModifierChoices } from "#rule-model/workflow/choices.ts";
import { findElementName } from "#rule-model/workflow/workflow-index.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { problemProps, rowInput } from "#web/screens/mapping-rules/sentence/row-form.tsx";
import { SentenceForm } from "#web/screens/mapping-rules/sentence/sentence-form.tsx";
import { useEditorWording } from "#web/screens/mapping-rules/sentence/sentence-wording.tsx";

interface ExtraProps {
  part: Part<"condition">;
  fieldName: string;
}

const preModifierWords = ({ handle, label }: Choice, fieldName: string): string => {
  const table: Readonly<Record<string, Comparator>> = comparators;
  const sentence = handle === undefined ? undefined : table[handle]?.preModifier?.sentence;
  return sentence?.replace("{field}", fieldName).replace(/\{\d\}/, "…") ?? label;
};

/** The choice of the tested value: the value itself, or something counted in it. */
const LookAt = ({ part, fieldName }: ExtraProps) => {
  const builder = useBuilder();
  const [wanted, setWanted] = useState(false);
  const choices = preModifierChoices(builder, part.key);
  const chosen = part.data.preModifierDataTypeComparatorId ?? 0;
  if (choices.length === 0) return null;
  if (!wanted && chosen === 0)
    return (
      <Button variant="subtle" size="xs" onClick={() => setWanted(true)}>
        {`Test its ${choices.map(({ label }) => label).join(", ")} … instead`}
      </Button>
    );
  return (
    <NativeSelect
      {...rowInput({ label: "Test" })}
      value={chosen}
      onChange={(event) => changePreModifier(builder, part.key, Number(event.target.value) || null)}
      data={[
        { value: "0", label: `${fieldName} itself` },
        ...choices.map((choice) => ({
          value: `${choice.id}`,
          label: preModifierWords(choice, fieldName),
        })),
      ]}
    />
  );
};

interface MatchAllProps {
  label: string;
  one: string;
  every: string;
  on: boolean;
  onChange: (on: boolean) => void;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
}

const MatchAll = ({ one, every, on, onChange, ...input }: MatchAllProps): ReactNode => (
  <NativeSelect
    {...rowInput(input)}
    value={on ? "every" : "one"}
    onChange={(event) => onChange(event.target.value === "every")}
    data={[
      { value: "one", label: one },
      { value: "every", label: every },
    ]}
  />
);

/** The choice whether every element must hold, where the field may have several. */
const EveryElement = ({ part }: { part: Part<"condition"> }) => {
  const { draft, workflow } = useBuilder();
  const on = part.data.fieldArrayMustMatchAll === true;
  const several = findElementName(workflow, part.data.globalObjectFieldId);
  if (several === undefined && !on) return null;
  const noun = several ?? "entry";
  return (
    <MatchAll
      label="Must be met by"
      one={`At least one ${noun}`}
      every={`Every ${noun}`}
      on={on}
      onChange={(fieldArrayMustMatchAll) =>
        setPart(
          draft,
          part.key,
          "condition",
          { fieldArrayMustMatchAll },
          { label: "edit condition" },
        )
      }
    />
  );
};

/** Whether a condition can require all of several values: only where the field can hold several. */
const canRequireAll = (data: PartData["condition"], catalogue: RuleCatalogue): boolean => {
  const comparator = findComparator(data, catalogue);
  const [first] = comparator?.operands ?? [];
  if (!comparator?.whenAll || !first || !readsWholeArray(comparator.reads)) return false;
  return first.kind === "list" || givenValues(first, data.condition ?? "").length > 1;
};

/** The choice whether every value must hold, where several values are given and the field can hold them. */
const EveryValue = ({ part, problems }: Omit<ConditionFormProps, "picked">) => {
  const { draft, workflow } = useBuilder();
  const { key } = part;
  const on = part.data.conditionArrayMustMatchAll === true;
  // The row does not render for typed text, and this depends on it.
  const follow = useCallback(
    (listener: () => void) => draft.subscribe(key, listener),
    [draft, key],
  );
  const several = useSyncExternalStore(follow, () => {
    const now = draft.part(key, "condition");
    return now !== undefined && canRequireAll(now.data, workflow.catalogue);
  });
  if (!several && !on) return null;
  return (
    <MatchAll
      {...problemProps(part, problems, "conditionArrayMustMatchAll")}
      label="Values required"
      one="Any of them"
      every="All of them"
      on={on}
      onChange={(conditionArrayMustMatchAll) =>
        setPart(
          draft,
          part.key,
          "condition",
          { conditionArrayMustMatchAll },
          { label: "edit condition" },
        )
      }
    />
  );
};

interface ConditionFormProps {
  part: Part<"condition">;
  picked: boolean;
  problems: readonly PartProblem[];
}

/** The controls of a condition: its field, its comparator, and its operands. */
export const ConditionForm = (props: ConditionFormProps) => {
  const { part, picked, problems } = props;
  const wording = useEditorWording();
  const name = picked ? "The value" : fieldWords(part.data.globalObjectFieldId, wording);
  return (
    <SentenceForm {...props}>
      <LookAt part={part} fieldName={name} />
      <EveryElement part={part} />
      <EveryValue part={part} problems={problems} />
    </SentenceForm>
  );
};
