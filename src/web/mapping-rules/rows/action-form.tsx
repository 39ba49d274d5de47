import { useCallback } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { actionChoices } from "#web/mapping-rules/builder/choices.ts";
import { setPart } from "#web/mapping-rules/builder/edit-draft.ts";
import { actionFields } from "#web/mapping-rules/builder/field-choices.ts";
import type { Part } from "#web/mapping-rules/builder/part.ts";
import { picksEntry } from "#web/mapping-rules/builder/part-subject.ts";
import type { PartProblem } from "#web/mapping-rules/builder/part-problem.ts";
import { changeAction, changeActionField } from "#web/mapping-rules/builder/refit.ts";
import { MatchedOnly, OtherFieldScope } from "./action-extras.tsx";
import { ChoicePicker } from "./choice-picker.tsx";
import { FieldPicker } from "./field-picker.tsx";
import { MetaDataNote } from "./meta-data-note.tsx";
import { OperandFields } from "./operand-fields.tsx";
import { innerKeys } from "./part-sentence.ts";
import { RowControl } from "./row-control.tsx";
import { RowForm } from "./row-form.tsx";
import { addLast, editName } from "./rule-acts.ts";
import { wrongIn } from "./wrong-in.ts";

interface ActionFormProps {
  part: Part<"action">;
  picked: boolean;
  problems: readonly PartProblem[];
}

const AddInner = ({ part }: { part: Part<"action"> }) => {
  const builder = useBuilder();
  const picks = picksEntry(part, builder.workflow);
  if (!picks && innerKeys(part).length === 0) return null;
  return (
    <button
      type="button"
      className="button"
      data-size="small"
      onClick={() => addLast(builder, part.key, "childActions")}
    >
      {picks ? "Add an action on its value" : "Add inner action"}
    </button>
  );
};

/** Some actions of some rules have a header of a file; it can be changed where there is one. */
const HeaderName = ({ part }: { part: Part<"action"> }) => {
  const { draft } = useBuilder();
  const { headerName } = part.data;
  if (headerName === null || headerName === undefined) return null;
  return (
    <RowControl label="Header name">
      {(id) => (
        <input
          id={id}
          className="input"
          value={headerName}
          onChange={(event) =>
            setPart(
              draft,
              part.key,
              "action",
              { headerName: event.target.value },
              editName(part, "headerName"),
            )
          }
        />
      )}
    </RowControl>
  );
};

/** The controls of an action: what it changes, how, and with what. */
export const ActionForm = ({ part, picked, problems }: ActionFormProps) => {
  const builder = useBuilder();
  const { key, data } = part;
  const fields = useCallback(() => actionFields(builder, key), [builder, key]);
  const kinds = useCallback(() => actionChoices(builder, key), [builder, key]);
  // The pickers do not follow the typing in an operand, so what they are given stays the same.
  const chooseField = useCallback(
    (id: number) => changeActionField(builder, key, id),
    [builder, key],
  );
  const chooseKind = useCallback((id: number) => changeAction(builder, key, id), [builder, key]);
  const chosen = data.globalObjectFieldId !== 0;
  return (
    <RowForm part={part} foot={<AddInner part={part} />}>
      <div className="row-form__main">
        {!picked && (
          <FieldPicker
            label="Field to change"
            groups={fields}
            chosen={data.globalObjectFieldId}
            onChoose={chooseField}
            {...wrongIn(part, problems, "globalObjectFieldId")}
          />
        )}
        {chosen && (
          <>
            <ChoicePicker
              label="How"
              choices={kinds}
              chosen={data.workflowDataTypeActionId}
              onChoose={chooseKind}
              placeholder="Choose what to do"
              {...wrongIn(part, problems, "workflowDataTypeActionId")}
            />
            <OperandFields part={part} problems={problems} />
          </>
        )}
      </div>
      {chosen && (
        <div className="row-form__more">
          <OtherFieldScope part={part} />
          <MatchedOnly part={part} />
          <HeaderName part={part} />
        </div>
      )}
      <MetaDataNote text={data.metaData} />
    </RowForm>
  );
};
