import "./rule-body.css";
import { memo } from "react";
import { type PartKey, childrenIn } from "#rule-model/draft/part.ts";
import { addLast, isTierRule } from "#rule-model/draft/new-parts.ts";
import {
  useBuilder,
  usePart,
  useKeyed,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RuleHead } from "#web/screens/mapping-rules/head/rule-head.tsx";
import { type StepProps, StepHeading, AddButton } from "./rule-step.tsx";
import { ThenStep } from "#web/screens/mapping-rules/actions/then-step.tsx";
import { WhenStep } from "./when-step.tsx";

interface RuleCardProps {
  partKey: PartKey;
  at: number;
  tier: boolean;
  depth: number;
}

/** A rule inside another: its name and switches, its conditions and its actions. */
const RuleCard = memo(({ partKey, at, tier, depth }: RuleCardProps) => {
  const { view } = useBuilder();
  const rule = usePart(partKey, "rule");
  const folded = useKeyed(view, partKey)?.collapsed === true;
  if (!rule) return null;
  return (
    <li
      className="rule-card"
      data-block-key={partKey}
      data-off={rule.data.enabled === false || undefined}
    >
      <RuleHead partKey={partKey} word={`${tier ? "Tier" : "Rule"} ${at + 1}`} />
      {!folded && <RuleBody partKey={partKey} depth={depth} />}
    </li>
  );
});

const ChildRules = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const keys = childrenIn(rule, "childRules");
  const tiers = isTierRule(builder, rule);
  if (keys.length === 0 && !tiers) return null;
  return (
    <div className="rule-step">
      <StepHeading depth={depth}>
        {tiers ? "Then the first tier that matches" : "Then each child rule"}
      </StepHeading>
      {keys.length === 0 && (
        <p className="rule-step__empty">
          No tiers yet. Each tier has its own conditions and actions; the first one that matches
          runs.
        </p>
      )}
      {keys.length > 0 && (
        <ol className="rule-children" aria-label={tiers ? "Tiers" : "Child rules"}>
          {keys.map((key, at) => (
            <RuleCard key={key} partKey={key} at={at} tier={tiers} depth={depth + 1} />
          ))}
        </ol>
      )}
      <AddButton always={depth === 0} onAdd={() => addLast(builder, rule.key, "childRules")}>
        {tiers ? "Add tier" : "Add child rule"}
      </AddButton>
    </div>
  );
};

/** The content of a rule: When, Then, and the rules inside it. */
export const RuleBody = ({ partKey, depth }: { partKey: PartKey; depth: number }) => {
  const rule = useKeyed(useBuilder().draft, partKey);
  if (rule?.kind !== "rule") return null;
  return (
    <>
      <WhenStep rule={rule} depth={depth} />
      <ThenStep rule={rule} depth={depth} />
      <ChildRules rule={rule} depth={depth} />
    </>
  );
};
