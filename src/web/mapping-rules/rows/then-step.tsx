import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { childrenIn } from "#web/mapping-rules/builder/part.ts";
import { RowList } from "./row-list.tsx";
import { addLast } from "./rule-acts.ts";
import type { StepProps } from "./step-heading.tsx";
import { StepHeading } from "./step-heading.tsx";

/** What a rule does, in the order it does it. */
export const ThenStep = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const actions = childrenIn(rule, "actions");
  const inside = childrenIn(rule, "childRules").length > 0;
  return (
    <section className="rule-step" aria-label="Then">
      <StepHeading depth={depth}>Then</StepHeading>
      {actions.length === 0 && (
        <p className="rule-step__empty">
          {inside
            ? "This rule changes nothing itself; the rules inside it do."
            : "No actions yet. An action says what to change, like “Set Price to Cost × 1.35”."}
        </p>
      )}
      {actions.length > 0 && <RowList kind="action" keys={actions} />}
      <button
        type="button"
        className="rule-add"
        onClick={() => addLast(builder, rule.key, "actions")}
      >
        Add action
      </button>
    </section>
  );
};
