import type { Part } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import { addLast } from "#rule-model/draft/new-parts.ts";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { GroupBlock } from "./group-block.tsx";
import type { StepProps } from "./step-heading.tsx";
import { StepHeading } from "./step-heading.tsx";
import { AddButton } from "./add-button.tsx";

const whenNote = (rule: Part<"rule">, groups: number): string => {
  if (rule.data.alwaysRun) return groups > 0 ? "The conditions below are ignored." : "";
  return groups > 1 ? "The rule matches if any of these groups is met." : "";
};

/** When a rule matches: any of its groups suffices. */
export const WhenStep = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const groups = childrenIn(rule, "groups");
  const { alwaysRun } = rule.data;
  const note = whenNote(rule, groups.length);
  return (
    <div className="rule-step" data-ignored={alwaysRun || undefined}>
      <StepHeading depth={depth}>
        {alwaysRun ? "Always" : "When"} {note !== "" && <small>{note}</small>}
      </StepHeading>
      {groups.length === 0 && !alwaysRun && (
        <p className="rule-step__empty">
          No conditions yet. Conditions select the records to change, such as “Price is greater than
          100”.
        </p>
      )}
      {groups.length > 0 && (
        <ul className="rule-groups" aria-label="Groups of conditions">
          {groups.map((key, at) => (
            <GroupBlock
              key={key}
              partKey={key}
              at={at}
              alone={groups.length === 1}
              atTop={depth === 0}
              last={at === groups.length - 1}
            />
          ))}
        </ul>
      )}
      {!alwaysRun && groups.length === 0 && (
        <AddButton always={depth === 0} onAdd={() => addLast(builder, rule.key, "groups")}>
          Add condition
        </AddButton>
      )}
    </div>
  );
};
