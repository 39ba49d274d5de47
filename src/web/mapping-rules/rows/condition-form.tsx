import { useCallback } from "react";
import { fieldWords } from "#rules/describe-operands.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { comparatorChoices } from "#web/mapping-rules/builder/choices.ts";
import { conditionFields } from "#web/mapping-rules/builder/field-choices.ts";
import type { Part } from "#web/mapping-rules/builder/part.ts";
import { picksEntry } from "#web/mapping-rules/builder/part-subject.ts";
import type { PartProblem } from "#web/mapping-rules/builder/part-problem.ts";
import { changeComparator, changeConditionField } from "#web/mapping-rules/builder/refit.ts";
import { ChoicePicker } from "./choice-picker.tsx";
import { EveryElement, EveryValue, LookAt } from "./condition-extras.tsx";
import { useEditorWording } from "./editor-wording.ts";
import { FieldPicker } from "./field-picker.tsx";
import { MetaDataNote } from "./meta-data-note.tsx";
import { OperandFields } from "./operand-fields.tsx";
import { innerKeys } from "./part-sentence.ts";
import { RowForm } from "./row-form.tsx";
import { addLast } from "./rule-acts.ts";
import { wrongIn } from "./wrong-in.ts";

interface ConditionFormProps {
  part: Part<"condition">;
  picked: boolean;
  problems: readonly PartProblem[];
}

const AddInner = ({ part }: { part: Part<"condition"> }) => {
  const builder = useBuilder();
  const picks = picksEntry(part, builder.workflow);
  if (!picks && innerKeys(part).length === 0) return null;
  return (
    <button
      type="button"
      className="button"
      data-size="small"
      onClick={() => addLast(builder, part.key, "childConditions")}
    >
      {picks ? "Add a condition on its value" : "Add inner condition"}
    </button>
  );
};

/** The controls of a condition: what it is about, what is asked, and what it is compared with. */
export const ConditionForm = ({ part, picked, problems }: ConditionFormProps) => {
  const builder = useBuilder();
  const { key, data } = part;
  const wording = useEditorWording();
  const name = picked ? "The value" : fieldWords(data.globalObjectFieldId, wording);
  const fields = useCallback(() => conditionFields(builder, key), [builder, key]);
  const asks = useCallback(() => comparatorChoices(builder, key), [builder, key]);
  // The pickers do not follow the typing in an operand, so what they are given stays the same.
  const chooseField = useCallback(
    (id: number) => changeConditionField(builder, key, id),
    [builder, key],
  );
  const chooseKind = useCallback(
    (id: number) => changeComparator(builder, key, id),
    [builder, key],
  );
  const chosen = data.globalObjectFieldId !== 0;
  return (
    <RowForm part={part} foot={<AddInner part={part} />}>
      <div className="row-form__main">
        {!picked && (
          <FieldPicker
            label="Field"
            groups={fields}
            chosen={data.globalObjectFieldId}
            onChoose={chooseField}
            {...wrongIn(part, problems, "globalObjectFieldId")}
          />
        )}
        {chosen && (
          <>
            <ChoicePicker
              label="Asks whether it"
              choices={asks}
              chosen={data.workflowDataTypeComparatorId}
              onChoose={chooseKind}
              placeholder="Choose what to ask"
              {...wrongIn(part, problems, "workflowDataTypeComparatorId")}
            />
            <OperandFields part={part} problems={problems} />
          </>
        )}
      </div>
      {chosen && (
        <div className="row-form__more">
          <LookAt part={part} fieldName={name} />
          <EveryElement part={part} />
          <EveryValue part={part} />
        </div>
      )}
      <MetaDataNote text={data.metaData} />
    </RowForm>
  );
};
