import "./mapping-rule.css";
import { maxNesting } from "#contract/limits.ts";
import { whyNotConfigured } from "#contract/mapping-rule-guards.ts";
import type { WorkflowRule } from "#contract/mapping-rule-tree.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Folded } from "./folded.tsx";
import { RuleActions } from "./rule-actions.tsx";
import { RuleConditions } from "./rule-conditions.tsx";

/** The API's names of a rule's own fields; its schema is recursive and does not list them (api 2.15). */
const ruleFields = [
  "id",
  "name",
  "rank",
  "workflowRuleTypeId",
  "alwaysRun",
  "enabled",
  "configured",
  "createdAt",
  "updatedAt",
  "createdByUserId",
  "modifiedByUserId",
  "tierData",
];

const Marks = ({ rule }: { rule: WorkflowRule }) => {
  const why = whyNotConfigured(rule);
  return (
    <>
      {rule.alwaysRun && <StatusBadge label="Always runs" tone="calm" />}
      {rule.enabled === false && <StatusBadge label="Off" tone="still" />}
      {why && rule.childRules.length === 0 && (
        <StatusBadge label="Not configured" tone="waiting" title={why} />
      )}
    </>
  );
};

const When = ({ rule, wording }: { rule: WorkflowRule; wording: Wording }) => {
  if (rule.alwaysRun || rule.groups.length === 0)
    return (
      <section className="rule__step" aria-label="Conditions">
        <div className="rule__word">When</div>
        <p className="rule__parts">
          {rule.alwaysRun ? (
            "Always, whatever the record holds."
          ) : (
            <span className="faint">Never: there is no condition.</span>
          )}
        </p>
      </section>
    );
  return <RuleConditions groups={rule.groups} wording={wording} />;
};

const Ignored = ({ rule, wording }: { rule: WorkflowRule; wording: Wording }) =>
  rule.alwaysRun &&
  rule.groups.length > 0 && (
    <Folded label="Conditions that are ignored while it always runs">
      {() => <RuleConditions groups={rule.groups} wording={wording} />}
    </Folded>
  );

interface RuleTreeProps {
  rule: WorkflowRule;
  wording: Wording;
  depth?: number;
}

const Children = ({ rule, wording, depth = 0 }: RuleTreeProps) => {
  const children = inRankOrder(rule.childRules);
  const tiers = isTier(rule, wording.catalogue);
  if (children.length === 0) return null;
  if (depth >= maxNesting)
    return <p className="faint">Rules nested deeper than this are in the JSON below.</p>;
  return (
    <section className="rule__step" aria-label={tiers ? "Tiers" : "Child rules"}>
      <div className="rule__word">
        {tiers ? "Then the first that matches" : "Then each of"}
        <span>{tiers ? "tiers" : "child rules"}</span>
      </div>
      <ol className="rule__nested">
        {children.map((child, index) => (
          <li key={index}>
            <article className="rule" aria-label={child.name || `Rule ${index + 1}`}>
              <header className="rule__head">
                <span className="rule__number">{index + 1}</span>
                <h3>
                  <bdi>{child.name || `Rule ${index + 1}`}</bdi>
                </h3>
                <Marks rule={child} />
              </header>
              <RuleTree rule={child} wording={wording} depth={depth + 1} />
            </article>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** A rule as sentences: when it matches, what it then does, and the rules inside it. */
export const RuleTree = ({ rule, wording, depth = 0 }: RuleTreeProps) => (
  <div className="rule__flow">
    <When rule={rule} wording={wording} />
    {(rule.actions.length > 0 || rule.childRules.length === 0) && (
      <RuleActions actions={rule.actions} wording={wording} />
    )}
    <Ignored rule={rule} wording={wording} />
    <Children rule={rule} wording={wording} depth={depth} />
    <Folded label="Fields of this rule">
      {() => (
        <RecordFields
          record={{
            ...rule,
            ...(rule.workflowRuleType
              ? { workflowRuleTypeHandle: rule.workflowRuleType.handle }
              : {}),
          }}
          names={ruleFields}
        />
      )}
    </Folded>
  </div>
);
