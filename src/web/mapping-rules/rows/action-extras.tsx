import { Checkbox, Radio } from "@mantine/core";
import type { OtherFieldScope as Scope } from "#contract/handles.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import type { Part } from "#rule-model/draft/part.ts";
import { workflowIndex, severalOf } from "#rule-model/workflow/workflow-index.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { rowGroup } from "./row-input.ts";

interface ExtraProps {
  part: Part<"action">;
}

const scopes = (noun: string): readonly (readonly [Scope, string])[] => [
  ["correlated", `Each ${noun} uses its own`],
  ["all", `All ${noun}s`],
  ["filtered", `Only ${noun}s that met the conditions`],
];

/** The choice of the elements that supply the values of other fields (api 2.15, usesOtherFieldScope). */
export const OtherFieldScope = ({ part }: ExtraProps) => {
  const { draft, workflow } = useBuilder();
  const record = workflowIndex(workflow).actions.get(part.data.workflowDataTypeActionId);
  const chosen = part.data.usesOtherFieldScope ?? undefined;
  const names = record?.formula === true && (part.data.value ?? "").includes("{");
  const uses = record?.usesOtherField === true || names;
  if (!uses && chosen === undefined) return null;
  const noun = severalOf(workflow, part.data.globalObjectFieldId) ?? "record";
  return (
    <Radio.Group
      {...rowGroup("Take values of other fields from", "long")}
      // Without a value in the rule, all of them supply their values.
      value={chosen ?? "all"}
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
export const MatchedOnly = ({ part }: ExtraProps) => {
  const { draft, workflow } = useBuilder();
  const on = part.data.applyToMatchedOnly === true;
  const several = severalOf(workflow, part.data.globalObjectFieldId);
  if (several === undefined && !on) return null;
  return (
    <Checkbox
      className="row-control"
      label={`Only the ${several ?? "element"}s that met the conditions`}
      checked={on}
      onChange={() =>
        setPart(draft, part.key, "action", { applyToMatchedOnly: !on }, { label: "edit action" })
      }
    />
  );
};
