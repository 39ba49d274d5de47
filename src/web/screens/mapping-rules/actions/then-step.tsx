import { childrenIn } from "#rule-model/draft/part.ts";
import { addFirstTier, addLast, isTierRule } from "#rule-model/draft/new-parts.ts";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RowList } from "#web/screens/mapping-rules/outline/part-row.tsx";
import {
  type StepProps,
  StepHeading,
  AddButton,
} from "#web/screens/mapping-rules/groups/rule-step.tsx";

/** The button that adds the first rule inside. */
const AddInside = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  return (
    <>
      <AddButton
        always={depth === 0}
        title="A rule inside this one, with its own conditions. It runs after the actions above."
        onAdd={() => addLast(builder, rule.key, "childRules")}
      >
        Add child rule
      </AddButton>
      <AddButton
        always={depth === 0}
        title="Rules where only the first match runs"
        onAdd={() => addFirstTier(builder, rule.key)}
      >
        Add tiers
      </AddButton>
    </>
  );
};

/** The actions of a rule, in the order they run. */
export const ThenStep = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const actions = childrenIn(rule, "actions");
  const inside = childrenIn(rule, "childRules").length > 0;
  return (
    <div className="rule-step">
      <StepHeading depth={depth}>Then</StepHeading>
      {actions.length === 0 && (
        <p className="rule-step__empty">
          {inside
            ? "No actions. The child rules make the changes."
            : "No actions yet. An action changes a field, such as “Set Price to Cost × 1.35”."}
        </p>
      )}
      {actions.length > 0 && <RowList kind="action" keys={actions} />}
      <div className="rule-adds">
        <AddButton always={depth === 0} onAdd={() => addLast(builder, rule.key, "actions")}>
          Add action
        </AddButton>
        {!inside && !isTierRule(builder, rule) && <AddInside rule={rule} depth={depth} />}
      </div>
    </div>
  );
};
