import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import type { Part } from "#web/mapping-rules/builder/part.ts";
import { childrenIn } from "#web/mapping-rules/builder/part.ts";
import { RowList } from "./row-list.tsx";
import { addFirstTier, addLast, isTierRule } from "./rule-acts.ts";
import type { StepProps } from "./step-heading.tsx";
import { StepHeading } from "./step-heading.tsx";

/** Offered where no rule is inside yet. */
const AddInside = ({ rule }: { rule: Part<"rule"> }) => {
  const builder = useBuilder();
  return (
    <>
      <button
        type="button"
        className="rule-add"
        title="A rule inside this one: it runs after the actions above, with conditions of its own"
        onClick={() => addLast(builder, rule.key, "childRules")}
      >
        Add child rule
      </button>
      <button
        type="button"
        className="rule-add"
        title="Several cases, of which only the first that matches runs"
        onClick={() => addFirstTier(builder, rule.key)}
      >
        Add tiers
      </button>
    </>
  );
};

/** What a rule does, in the order it does it. */
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
            ? "This rule changes nothing itself; the rules inside it do."
            : "No actions yet. An action says what to change, like “Set Price to Cost × 1.35”."}
        </p>
      )}
      {actions.length > 0 && <RowList kind="action" keys={actions} />}
      <div className="rule-adds">
        <button
          type="button"
          className="rule-add"
          onClick={() => addLast(builder, rule.key, "actions")}
        >
          Add action
        </button>
        {!inside && !isTierRule(builder, rule) && <AddInside rule={rule} />}
      </div>
    </div>
  );
};
