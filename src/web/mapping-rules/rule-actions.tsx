import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import { WorkflowDataTypeAction, type WorkflowRuleAction } from "#contract/mapping-rule-tree.ts";
import { describeAction } from "#rules/describe-action.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { actionOf } from "#rules/rule-catalogue.ts";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { Folded } from "./folded.tsx";

/** The API's names of an action's own fields; its schema is recursive and does not list them (api 2.15). */
const actionFields = [
  "id",
  "rank",
  "globalObjectFieldId",
  "workflowDataTypeActionId",
  "value",
  "value2",
  "value3",
  "value4",
  "usesOtherFieldScope",
  "applyToMatchedOnly",
  "headerName",
  "metaData",
];

const Kind = ({ kind }: { kind: WorkflowDataTypeAction }) => (
  <section aria-label="Kind of action">
    <h4 className="label">Kind of action</h4>
    <RecordFields
      record={{
        ...kind,
        formulaCanRunAgainstGlobalObjectIds: kind.formulaCanRunAgainstGlobalObjectIds.join(", "),
        globalDataTypeFilterIds: kind.globalDataTypeFilterIds.join(", "),
      }}
      names={Object.keys(WorkflowDataTypeAction.shape)}
    />
  </section>
);

interface FieldsProps {
  action: WorkflowRuleAction;
  depth?: number;
}

/** An action's fields and those of its child actions. */
const ActionFields = ({ action, depth = 0 }: FieldsProps) => (
  <>
    <RecordFields record={action} names={actionFields} />
    {action.workflowDataTypeAction && <Kind kind={action.workflowDataTypeAction} />}
    {depth < maxNesting &&
      inRankOrder(action.childActions).map((child, index) => (
        <section key={index} className="rule__child" aria-label={`Child action ${index + 1}`}>
          <h4 className="label">Child action {index + 1}</h4>
          <ActionFields action={child} depth={depth + 1} />
        </section>
      ))}
  </>
);

interface PartProps {
  action: WorkflowRuleAction;
  wording: Wording;
  depth?: number;
}

const ActionPart = ({ action, wording, depth = 0 }: PartProps) => {
  // An action that picks an entry tells its child actions in its own sentence; any other leaves them to be told here.
  const told = actionOf(action, wording.catalogue)?.picksEntry === true;
  const children = told || depth >= maxNesting ? [] : inRankOrder(action.childActions);
  return (
    <>
      <p className="rule__sentence">
        <bdi>{describeAction(action, wording)}</bdi>
      </p>
      <Folded of="this action">{() => <ActionFields action={action} />}</Folded>
      {children.length > 0 && (
        <ol className="rule__children" aria-label="Child actions">
          {children.map((child, index) => (
            <li key={index}>
              <ActionPart action={child} wording={wording} depth={depth + 1} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
};

/** What a rule does, in the order it does it. */
export const RuleActions = ({
  actions,
  wording,
}: {
  actions: readonly WorkflowRuleAction[];
  wording: Wording;
}) => (
  <section className="rule__step" aria-label="Actions">
    <div className="rule__word">Then</div>
    {actions.length === 0 ? (
      <p className="rule__parts faint">Nothing is changed by this rule itself.</p>
    ) : (
      <ol className="rule__parts" data-numbered>
        {inRankOrder(actions).map((action, index) => (
          <li key={index}>
            <ActionPart action={action} wording={wording} />
          </li>
        ))}
      </ol>
    )}
  </section>
);
