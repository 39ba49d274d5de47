import type { Wording } from "#rules/describe-operands.ts";
import { describeCondition } from "#rules/describe-condition.ts";
import type { GroupTrace, RuleTrace } from "#rules/trace.ts";
import { MarkedSentence } from "#web/mapping-rules/rows/marked-sentence.tsx";
import { counted, quantity } from "#web/ui/format.ts";
import { nearestFirst } from "./nearest-groups.ts";

/** More groups than people read through. */
const listedAtOnce = 5;

const Failed = ({ group, wording }: { group: GroupTrace; wording: Wording }) => (
  <ul className="why-not__failed">
    {group.conditions
      .filter(({ holds }) => !holds)
      .map((condition, at) => (
        <li key={at}>
          <span>{condition.reason}</span>
          <span className="why-not__wanted">
            Required: <MarkedSentence text={describeCondition(condition.part, wording)} />
          </span>
        </li>
      ))}
  </ul>
);

/** The reasons why a rule does not hold for a record: the group with the fewest failed conditions first. */
export const WhyNot = ({ trace, wording }: { trace: RuleTrace; wording: Wording }) => {
  const groups = nearestFirst(trace);
  if (groups.length === 0) return <p>{trace.reason}</p>;
  const several = trace.groups.length > 1;
  return (
    <div className="stack why-not">
      {groups.slice(0, listedAtOnce).map(({ group, place, lacking }) => (
        <div key={place}>
          {several && (
            <p className="why-not__group">
              Group {place}: {counted(lacking, "condition")} not met
            </p>
          )}
          {lacking === 0 ? (
            <p className="preview__none">{group.reason}</p>
          ) : (
            <Failed group={group} wording={wording} />
          )}
        </div>
      ))}
      {several && (
        <p className="preview__none">The rule matches if all conditions of one group are met.</p>
      )}
      {groups.length > listedAtOnce && (
        <p className="preview__none">
          Groups with more unmet conditions are in the steps below:{" "}
          {quantity(groups.length - listedAtOnce)}.
        </p>
      )}
    </div>
  );
};
