import { describeAction } from "#rules/describe-action.ts";
import { describeCondition } from "#rules/describe-condition.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { ActionTrace, ConditionTrace, GroupTrace, RuleTrace } from "#rules/trace.ts";
import { MarkedSentence } from "#web/screens/mapping-rules/sentence/sentence-wording.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { DiffValues } from "./diff-values.tsx";

/** A group that did not hold, its index in the rule, and the number of its conditions that failed. */
export interface LackingGroup {
  readonly group: GroupTrace;
  readonly place: number;
  readonly lacking: number;
}

/**
 * The groups that did not hold, the one with the fewest failed conditions first; a group without conditions can never
 * hold and comes last.
 */
const nearestFirst = ({ groups }: Pick<RuleTrace, "groups">): LackingGroup[] =>
  groups
    .map((group, at) => ({
      group,
      place: at + 1,
      lacking: group.conditions.filter(({ holds }) => !holds).length,
    }))
    .filter(({ group }) => !group.holds)
    .toSorted((one, other) => (one.lacking || Infinity) - (other.lacking || Infinity) || 0);

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
              Group {place}: {formatCount(lacking, "condition")} not met
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
          {formatQuantity(groups.length - listedAtOnce)}.
        </p>
      )}
    </div>
  );
};

/** Longer lists are folded, so that a rule of thousands of conditions opens as fast as one of three. */
const openUpTo = 40;
const shownChanges = 20;

const Sign = ({ holds }: { holds: boolean }) => (
  <span className="steps__sign" data-holds={holds}>
    <span aria-hidden="true">{holds ? "✓" : "✗"}</span>
    <span className="visually-hidden">{holds ? "Met:" : "Not met:"}</span>
  </span>
);

const ConditionStep = ({ trace, wording }: { trace: ConditionTrace; wording: Wording }) => (
  <li className="steps__step">
    <Sign holds={trace.holds} />
    <div>
      <MarkedSentence text={describeCondition(trace.part, wording)} />
      <span className="steps__reason">{trace.reason}</span>
    </div>
  </li>
);

const GroupStep = ({
  trace,
  place,
  alone,
  wording,
}: {
  trace: GroupTrace;
  place: number;
  alone: boolean;
  wording: Wording;
}) => {
  const conditions = trace.conditions.map((condition, at) => (
    <ConditionStep key={at} trace={condition} wording={wording} />
  ));
  if (alone) return <ul className="steps__list">{conditions}</ul>;
  return (
    <details className="steps__group" open={trace.conditions.length <= openUpTo}>
      <summary>
        <Sign holds={trace.holds} /> {place > 1 ? "or group" : "Group"} {place}. {trace.reason}
      </summary>
      <ul className="steps__list">{conditions}</ul>
    </details>
  );
};

const Changes = ({ trace }: { trace: ActionTrace }) => {
  if (trace.changes.length === 0)
    return <span className="steps__reason">{trace.nothing ?? "It changed nothing."}</span>;
  return (
    <>
      {trace.changes.slice(0, shownChanges).map(({ element, before, after }) => (
        <span key={element} className="steps__change">
          <DiffValues before={before} after={after} />
        </span>
      ))}
      {trace.changes.length > shownChanges && (
        <span className="steps__reason">
          And {formatCount(trace.changes.length - shownChanges, "more value")}.
        </span>
      )}
    </>
  );
};

const ActionStep = ({ trace, wording }: { trace: ActionTrace; wording: Wording }) => (
  <li className="steps__step">
    <span className="steps__sign" data-did={trace.changes.length > 0} aria-hidden="true">
      {trace.changes.length > 0 ? "→" : "–"}
    </span>
    <div>
      <MarkedSentence text={describeAction(trace.part, wording)} />
      <Changes trace={trace} />
    </div>
  </li>
);

/** All steps of the record through the rule, top to bottom, in words. */
export const RuleSteps = ({
  trace,
  wording,
  named,
}: {
  trace: RuleTrace;
  wording: Wording;
  /** False for the rule at the top, whose name is the page's heading. */
  named: boolean;
}) => (
  <div className="steps">
    {named && (
      <p className="steps__rule">
        <Sign holds={trace.holds} />{" "}
        <strong>
          <bdi>{trace.part.name || "Unnamed rule"}</bdi>
        </strong>{" "}
        <span className="steps__reason">{trace.reason}</span>
      </p>
    )}
    {trace.groups.map((group, at) => (
      <GroupStep
        key={at}
        trace={group}
        place={at + 1}
        alone={trace.groups.length === 1 && group.conditions.length <= openUpTo}
        wording={wording}
      />
    ))}
    {trace.ran && trace.holds && trace.actions.length > 0 && (
      <ul className="steps__list">
        {trace.actions.map((action, at) => (
          <ActionStep key={at} trace={action} wording={wording} />
        ))}
      </ul>
    )}
    {trace.childRules.length > 0 && trace.holds && (
      <div className="steps__children">
        {trace.childRules.map((child, at) => (
          <RuleSteps key={at} trace={child} wording={wording} named />
        ))}
      </div>
    )}
    {!trace.holds && trace.ran && (
      <p className="steps__reason">Its actions and child rules didn't run.</p>
    )}
  </div>
);
