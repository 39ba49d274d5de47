import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import {
  WorkflowDataTypeComparator,
  type WorkflowRuleGroup,
  type WorkflowRuleGroupCondition,
} from "#contract/mapping-rule-tree.ts";
import { describeCondition } from "#rules/describe-condition.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { Folded } from "./folded.tsx";

type Condition = WorkflowRuleGroupCondition;

/** The API's names of a condition's own fields; its schema is recursive and does not list them (api 2.15). */
const conditionFields = [
  "id",
  "rank",
  "globalObjectFieldId",
  "workflowDataTypeComparatorId",
  "preModifierDataTypeComparatorId",
  "condition",
  "condition2",
  "condition3",
  "condition4",
  "fieldArrayMustMatchAll",
  "conditionArrayMustMatchAll",
  "metaData",
];

/** What is asked beyond the usual, in which one entry and one value suffice. */
const switchesOf = (condition: Condition): string =>
  [
    condition.fieldArrayMustMatchAll === true && "every entry of the field must match",
    condition.conditionArrayMustMatchAll === true && "every value given must match",
  ]
    .filter(Boolean)
    .join("; ");

const Comparator = ({
  title,
  comparator,
}: {
  title: string;
  comparator: WorkflowDataTypeComparator | null | undefined;
}) =>
  comparator && (
    <section aria-label={title}>
      <h4 className="label">{title}</h4>
      <RecordFields record={comparator} names={Object.keys(WorkflowDataTypeComparator.shape)} />
    </section>
  );

interface FieldsProps {
  condition: Condition;
  depth?: number;
}

/** A condition's fields and those of its child conditions; the parent's sentence tells what they ask. */
const ConditionFields = ({ condition, depth = 0 }: FieldsProps) => (
  <>
    <RecordFields record={condition} names={conditionFields} />
    <Comparator title="Comparator" comparator={condition.workflowDataTypeComparator} />
    <Comparator title="Pre-modifier" comparator={condition.preModifierDataTypeComparator} />
    {depth < maxNesting &&
      inRankOrder(condition.childConditions).map((child, index) => (
        <section key={index} className="rule__child" aria-label={`Child condition ${index + 1}`}>
          <h4 className="label">Child condition {index + 1}</h4>
          <ConditionFields condition={child} depth={depth + 1} />
        </section>
      ))}
  </>
);

const ConditionPart = ({ condition, wording }: { condition: Condition; wording: Wording }) => {
  const switches = switchesOf(condition);
  return (
    <>
      <p className="rule__sentence">
        <bdi>{describeCondition(condition, wording)}</bdi>
      </p>
      {switches !== "" && <p className="rule__note">{switches}</p>}
      <Folded of="this condition">{() => <ConditionFields condition={condition} />}</Folded>
    </>
  );
};

/** When a rule matches: any group suffices, and in a group every condition must hold. */
export const RuleConditions = ({
  groups,
  wording,
}: {
  groups: readonly WorkflowRuleGroup[];
  wording: Wording;
}) =>
  inRankOrder(groups).map((group, index) => (
    <section key={index} className="rule__step" aria-label={`Group ${index + 1}`}>
      <div className="rule__word">
        {index === 0 ? "When" : "or when"}
        <span>
          Group {index + 1}
          {group.id ? `, id ${group.id}` : ""}
        </span>
      </div>
      <ul className="rule__parts">
        {group.conditions.length === 0 && (
          <li className="faint">This group has no condition, so it never matches.</li>
        )}
        {inRankOrder(group.conditions).map((condition, at) => (
          <li key={at} data-joined={at > 0 ? "and" : undefined}>
            {at > 0 && <span className="rule__and">and</span>}
            <ConditionPart condition={condition} wording={wording} />
          </li>
        ))}
      </ul>
    </section>
  ));
