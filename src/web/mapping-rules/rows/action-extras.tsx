import type { OtherFieldScope as Scope } from "#contract/handles.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { setPart } from "#web/mapping-rules/builder/edit-draft.ts";
import type { Part } from "#web/mapping-rules/builder/part.ts";
import { workflowIndex } from "#web/mapping-rules/builder/workflow-index.ts";
import { useId } from "react";
import { severalOf } from "./several-of.ts";

interface ExtraProps {
  part: Part<"action">;
}

const scopes = (noun: string): readonly (readonly [Scope, string])[] => [
  ["correlated", `Each ${noun} uses its own`],
  ["all", `All ${noun}s`],
  ["filtered", `Only ${noun}s that met the conditions`],
];

/** Which elements supply the values of other fields (api 2.15, usesOtherFieldScope). */
export const OtherFieldScope = ({ part }: ExtraProps) => {
  const { draft, workflow } = useBuilder();
  const name = useId();
  const record = workflowIndex(workflow).actions.get(part.data.workflowDataTypeActionId);
  const chosen = part.data.usesOtherFieldScope ?? undefined;
  const names = record?.formula === true && (part.data.value ?? "").includes("{");
  const uses = record?.usesOtherField === true || names;
  if (!uses && chosen === undefined) return null;
  const noun = severalOf(workflow, part.data.globalObjectFieldId) ?? "record";
  return (
    <fieldset className="row-control">
      <legend className="row-control__label">Values of other fields come from</legend>
      <div className="row-control__many">
        {scopes(noun).map(([usesOtherFieldScope, words]) => (
          <label key={usesOtherFieldScope} className="check">
            <input
              type="radio"
              name={name}
              // Where nothing is said, all of them supply their values.
              checked={(chosen ?? "all") === usesOtherFieldScope}
              onChange={() =>
                setPart(
                  draft,
                  part.key,
                  "action",
                  { usesOtherFieldScope },
                  { label: "edit action" },
                )
              }
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Whether only elements that met the conditions are changed, where a record has several. */
export const MatchedOnly = ({ part }: ExtraProps) => {
  const { draft, workflow } = useBuilder();
  const on = part.data.applyToMatchedOnly === true;
  const several = severalOf(workflow, part.data.globalObjectFieldId);
  if (several === undefined && !on) return null;
  return (
    <label className="check row-control">
      <input
        type="checkbox"
        checked={on}
        onChange={() =>
          setPart(draft, part.key, "action", { applyToMatchedOnly: !on }, { label: "edit action" })
        }
      />
      {`Only the ${several ?? "element"}s that met the conditions`}
    </label>
  );
};
