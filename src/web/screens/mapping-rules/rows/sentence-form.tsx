import { Button, Checkbox, NativeSelect, Radio, TextInput } from "@mantine/core";
import { type ReactNode, useCallback, useState, useSyncExternalStore } from "react";
import type { OtherFieldScope as Scope } from "#contract/handles.ts";
import type { PartProblem } from "#rule-model/problem.ts";
import { innerKeys, type SentencePart } from "#rule-model/describe-parts.ts";
import {
  changeAction,
  changeActionField,
  changeComparator,
  changeConditionField,
  changePreModifier,
} from "#rule-model/adapt-part.ts";
import type { Builder } from "#rule-model/builder.ts";
import { addLast, editName, setPart } from "#rule-model/edit-draft.ts";
import type { Part, PartData, PartKey } from "#rule-model/part.ts";
import {
  actionChoices,
  actionFields,
  type Choice,
  comparatorChoices,
  conditionFields,
  type FieldGroup,
  preModifierChoices,
} from "#rule-model/choices.ts";
import { picksEntry } from "#rule-model/operand-specs.ts";
import { findElementName, workflowIndex } from "#rule-model/workflow.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { fieldWords } from "#rules/describe-operands.ts";
import { givenValues } from "#rules/operands.ts";
import { plural } from "#rules/shown-text.ts";
import { readsWholeArray } from "#rules/read-value.ts";
import { findComparator, type RuleCatalogue } from "#rules/rule-catalogue.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { OperandFields } from "./operand-fields.tsx";
import { ChoicePicker, FieldPicker } from "./picker.tsx";
import {
  MetaDataNote,
  problemProps,
  RowForm,
  rowGroup,
  type RowInput,
  rowInput,
} from "./row-form.tsx";
import { useEditorWording } from "./sentence-wording.tsx";

interface PartFormProps<K extends SentencePart["kind"]> {
  part: Part<K>;
  picked: boolean;
  problems: readonly PartProblem[];
}

/** The fields and texts of a sentence, by the kind of its part. */
interface SentenceTerms {
  readonly field: string;
  readonly fields: (builder: Builder, key: PartKey) => readonly FieldGroup[];
  readonly changeField: (builder: Builder, key: PartKey, id: number) => void;
  readonly how: string;
  readonly howFirst: string;
  readonly howField: string;
  readonly kindChoices: (builder: Builder, key: PartKey) => readonly Choice[];
  readonly changeHow: (builder: Builder, key: PartKey, id: number) => void;
  readonly inner: "childConditions" | "childActions";
  readonly addInner: string;
  readonly addOnValue: string;
}

const sentenceTerms: Readonly<Record<SentencePart["kind"], SentenceTerms>> = {
  condition: {
    field: "Field",
    fields: conditionFields,
    changeField: changeConditionField,
    how: "Comparator",
    howFirst: "Select a comparison",
    howField: "workflowDataTypeComparatorId",
    kindChoices: comparatorChoices,
    changeHow: changeComparator,
    inner: "childConditions",
    addInner: "Add inner condition",
    addOnValue: "Add a condition on its value",
  },
  action: {
    field: "Field to change",
    fields: actionFields,
    changeField: changeActionField,
    how: "Action",
    howFirst: "Select an action",
    howField: "workflowDataTypeActionId",
    kindChoices: actionChoices,
    changeHow: changeAction,
    inner: "childActions",
    addInner: "Add inner action",
    addOnValue: "Add an action on its value",
  },
};

const readHow = (part: SentencePart): number =>
  part.kind === "condition"
    ? part.data.workflowDataTypeComparatorId
    : part.data.workflowDataTypeActionId;

const AddInner = ({ part }: { part: SentencePart }) => {
  const builder = useBuilder();
  const { inner, addInner, addOnValue } = sentenceTerms[part.kind];
  const picks = picksEntry(part, builder.workflow);
  if (!picks && innerKeys(part).length === 0) return null;
  return (
    <Button size="xs" onClick={() => addLast(builder, part.key, inner)}>
      {picks ? addOnValue : addInner}
    </Button>
  );
};

interface SentenceFormProps extends PartFormProps<SentencePart["kind"]> {
  part: SentencePart;
  /** The further controls once its field is chosen. */
  children: ReactNode;
}

/** The controls of a condition or an action: its field, its comparator or kind, and its operands. */
const SentenceForm = ({ part, picked, problems, children }: SentenceFormProps) => {
  const builder = useBuilder();
  const { key, data } = part;
  const terms = sentenceTerms[part.kind];
  const fields = useCallback(() => terms.fields(builder, key), [terms, builder, key]);
  const kindChoices = useCallback(() => terms.kindChoices(builder, key), [terms, builder, key]);
  // The pickers do not depend on the text of an operand, so their properties stay the same.
  const chooseField = useCallback(
    (id: number) => terms.changeField(builder, key, id),
    [terms, builder, key],
  );
  const chooseHow = useCallback(
    (id: number) => terms.changeHow(builder, key, id),
    [terms, builder, key],
  );
  const chosen = data.globalObjectFieldId !== 0;
  return (
    <RowForm part={part} foot={<AddInner part={part} />}>
      <div className="row-form__main">
        {!picked && (
          <FieldPicker
            label={terms.field}
            groups={fields}
            chosen={data.globalObjectFieldId}
            onChoose={chooseField}
            opensWithRow={!chosen}
            {...problemProps(part, problems, "globalObjectFieldId")}
          />
        )}
        {chosen && (
          <>
            <ChoicePicker
              label={terms.how}
              choices={kindChoices}
              chosen={readHow(part)}
              onChoose={chooseHow}
              placeholder={terms.howFirst}
              {...problemProps(part, problems, terms.howField)}
            />
            <OperandFields part={part} problems={problems} />
          </>
        )}
      </div>
      {chosen && <div className="row-form__more">{children}</div>}
      <MetaDataNote text={data.metaData} />
    </RowForm>
  );
};

/** Returns the function that changes fields of a sentence, in one step of undo. */
const useEdit = <K extends SentencePart["kind"]>({ key, kind }: Part<K>) => {
  const { draft } = useBuilder();
  return (change: Partial<PartData[K]>) =>
    setPart(draft, key, kind, change, { label: `edit ${kind}` });
};

const scopes = (noun: string): readonly (readonly [Scope, string])[] => [
  ["correlated", `Each ${noun} uses its own`],
  ["all", `All ${plural(noun)}`],
  ["filtered", `Only ${plural(noun)} that met the conditions`],
];

interface ActionProps {
  part: Part<"action">;
}

/** The choice of the elements that supply the values of other fields (api 2.15, usesOtherFieldScope). */
const OtherFieldScope = ({ part }: ActionProps) => {
  const { workflow } = useBuilder();
  const edit = useEdit(part);
  const record = workflowIndex(workflow).actions.get(part.data.workflowDataTypeActionId);
  const chosen = part.data.usesOtherFieldScope ?? undefined;
  const names = record?.formula === true && (part.data.value ?? "").includes("{");
  if (record?.usesOtherField !== true && !names && chosen === undefined) return null;
  const noun = findElementName(workflow, part.data.globalObjectFieldId) ?? "record";
  return (
    <Radio.Group
      {...rowGroup("Take values of other fields from", "long")}
      // Without a choice in the rule, the engine uses each element's own value.
      value={chosen ?? "correlated"}
      onChange={(scope) => edit({ usesOtherFieldScope: scope as Scope })}
    >
      <div className="row-control__many">
        {scopes(noun).map(([scope, words]) => (
          <Radio key={scope} value={scope} label={words} />
        ))}
      </div>
    </Radio.Group>
  );
};

/** The choice whether only elements that met the conditions are changed, where a record has several. */
const MatchedOnly = ({ part }: ActionProps) => {
  const edit = useEdit(part);
  const on = part.data.applyToMatchedOnly === true;
  const several = findElementName(useBuilder().workflow, part.data.globalObjectFieldId);
  if (several === undefined && !on) return null;
  return (
    <Checkbox
      className="row-control"
      label={`Only the ${plural(several ?? "element")} that met the conditions`}
      checked={on}
      onChange={() => edit({ applyToMatchedOnly: !on })}
    />
  );
};

/** The file header of an action; only some actions have one, and it can be changed where there is one. */
const HeaderName = ({ part }: ActionProps) => {
  const { draft } = useBuilder();
  const { headerName } = part.data;
  if (headerName === null || headerName === undefined) return null;
  return (
    <TextInput
      {...rowInput({ label: "Header name" })}
      value={headerName}
      onChange={({ target: { value } }) =>
        setPart(draft, part.key, "action", { headerName: value }, editName(part, "headerName"))
      }
    />
  );
};

/** The controls of an action: its field, its kind, and its operands. */
const ActionForm = (props: PartFormProps<"action">) => (
  <SentenceForm {...props}>
    <OtherFieldScope part={props.part} />
    <MatchedOnly part={props.part} />
    <HeaderName part={props.part} />
  </SentenceForm>
);

const preModifierWords = ({ handle, label }: Choice, fieldName: string): string => {
  const table: Readonly<Record<string, Comparator>> = comparators;
  const sentence = handle === undefined ? undefined : table[handle]?.preModifier?.sentence;
  return sentence?.replace("{field}", fieldName).replace(/\{\d\}/, "…") ?? label;
};

interface ConditionProps {
  part: Part<"condition">;
}

/** The choice of the tested value: the value itself, or something counted in it. */
const LookAt = ({ part, fieldName }: ConditionProps & { fieldName: string }) => {
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

interface MatchAllProps extends RowInput {
  one: string;
  every: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

const MatchAll = ({ one, every, on, onChange, ...input }: MatchAllProps) => (
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
const EveryElement = ({ part }: ConditionProps) => {
  const edit = useEdit(part);
  const on = part.data.fieldArrayMustMatchAll === true;
  const several = findElementName(useBuilder().workflow, part.data.globalObjectFieldId);
  if (several === undefined && !on) return null;
  return (
    <MatchAll
      label="Must be met by"
      one={`At least one ${several ?? "entry"}`}
      every={`Every ${several ?? "entry"}`}
      on={on}
      onChange={(fieldArrayMustMatchAll) => edit({ fieldArrayMustMatchAll })}
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
const EveryValue = ({ part, problems }: Omit<PartFormProps<"condition">, "picked">) => {
  const { draft, workflow } = useBuilder();
  const { key } = part;
  const edit = useEdit(part);
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
      onChange={(conditionArrayMustMatchAll) => edit({ conditionArrayMustMatchAll })}
    />
  );
};

/** The controls of a condition: its field, its comparator, and its operands. */
const ConditionForm = (props: PartFormProps<"condition">) => {
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

export const PartForm = ({ part, ...others }: PartFormProps<SentencePart["kind"]>) =>
  part.kind === "condition" ? (
    <ConditionForm part={part as Part<"condition">} {...others} />
  ) : (
    <ActionForm part={part as Part<"action">} {...others} />
  );
