import { Button } from "@mantine/core";
import { type ReactNode, useCallback } from "react";
import type { Builder } from "#rule-model/draft/builder.ts";
import { type Choice, actionChoices, comparatorChoices } from "#rule-model/workflow/choices.ts";
import {
  type FieldGroup,
  actionFields,
  conditionFields,
} from "#rule-model/workflow/field-choices.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { picksEntry } from "#rule-model/workflow/operand-specs.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import {
  changeAction,
  changeActionField,
  changeComparator,
  changeConditionField,
} from "#rule-model/draft/adapt-part.ts";
import { type SentencePart, innerKeys } from "#rule-model/describe/describe-parts.ts";
import { addLast } from "#rule-model/draft/new-parts.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { ChoicePicker, FieldPicker } from "./choice-pickers.tsx";
import { MetaDataNote, RowForm, problemProps } from "./row-form.tsx";
import { OperandFields } from "./operand-fields.tsx";

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
    howFirst: "Select a comparator",
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

interface SentenceFormProps {
  part: SentencePart;
  picked: boolean;
  problems: readonly PartProblem[];
  /** The further controls once its field is chosen. */
  children: ReactNode;
}

/** The controls of a condition or an action: its field, its comparator or kind, and its operands. */
export const SentenceForm = ({ part, picked, problems, children }: SentenceFormProps) => {
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
