import { Checkbox, Radio, TextInput } from "@mantine/core";
import type { OtherFieldScope as Scope } from "#contract/handles.ts";
import { plural } from "#rules/plural.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { editName } from "#rule-model/draft/new-parts.ts";
import type { Part } from "#rule-model/draft/part.ts";
import { findElementName, workflowIndex } from "#rule-model/workflow/workflow-index.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { rowGroup, rowInput } from "#web/screens/mapping-rules/sentence/row-form.tsx";
import { SentenceForm } from "#web/screens/mapping-rules/sentence/sentence-form.tsx";

interface ExtraProps {
  part: Part<"action">;
}

const scopes = (noun: string): readonly (readonly [Scope, string])[] => [
  ["correlated", `Each ${noun} uses its own`],
  ["all", `All ${plural(noun)}`],
  ["filtered", `Only ${plural(noun)} that met the conditions`],
];

/** The choice of the elements that supply the values of other fields (api 2.15, usesOtherFieldScope). */
const OtherFieldScope = ({ part }: ExtraProps) => {
  const { draft, workflow } = useBuilder();
  const record = workflowIndex(workflow).actions.get(part.data.workflowDataTypeActionId);
  const chosen = part.data.usesOtherFieldScope ?? undefined;
  const names = record?.formula === true && (part.data.value ?? "").includes("{");
  const uses = record?.usesOtherField === true || names;
  if (!uses && chosen === undefined) return null;
  const noun = findElementName(workflow, part.data.globalObjectFieldId) ?? "record";
  return (
    <Radio.Group
      {...rowGroup("Take values of other fields from", "long")}
      // Without a choice in the rule, the engine uses each element's own value.
      value={chosen ?? "correlated"}
      onChange={(scope) =>
        setPart(
          draft,
          part.key,
          "action",
          { usesOtherFieldScope: scope as Scope },
          { label: "edit action" },
        )
      }
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
const MatchedOnly = ({ part }: ExtraProps) => {
  const { draft, workflow } = useBuilder();
  const on = part.data.applyToMatchedOnly === true;
  const several = findElementName(workflow, part.data.globalObjectFieldId);
  if (several === undefined && !on) return null;
  return (
    <Checkbox
      className="row-control"
      label={`Only the ${plural(several ?? "element")} that met the conditions`}
      checked={on}
      onChange={() =>
        setPart(draft, part.key, "action", { applyToMatchedOnly: !on }, { label: "edit action" })
      }
    />
  );
};

interface ActionFormProps {
  part: Part<"action">;
  picked: boolean;
  problems: readonly PartProblem[];
}

/** The file header of an action; only some actions have one, and it can be changed where there is one. */
const HeaderName = ({ part }: { part: Part<"action"> }) => {
  const { draft } = useBuilder();
  const { headerName } = part.data;
  if (headerName === null || headerName === undefined) return null;
  return (
    <TextInput
      {...rowInput({ label: "Header name" })}
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
  );
};

/** The controls of an action: its field, its kind, and its operands. */
export const ActionForm = (props: ActionFormProps) => {
  const { part } = props;
  return (
    <SentenceForm {...props}>
      <OtherFieldScope part={part} />
      <MatchedOnly part={part} />
      <HeaderName part={part} />
    </SentenceForm>
  );
};
