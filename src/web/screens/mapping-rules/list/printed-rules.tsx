import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { describeRule, type RuleDescription, ruleParagraph } from "#rules/describe-rule.ts";
import { useServed } from "#web/base/served.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { capital, formatCount, formatDateTime } from "#web/base/format.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { filterRules } from "./rule-filters.ts";
import {
  assignedField,
  eventName,
  ruleName,
  type RuleWording,
  describeRuleState,
  useWording,
  whyNotUsable,
  wordingFor,
} from "./rule-words.ts";
import { seenRules } from "./unserved-rules.tsx";
import "./printed-rules.css";

const Conditions = ({ alwaysRun, groups }: RuleDescription) => {
  const held = groups.filter((conditions) => conditions.length > 0);
  if (alwaysRun)
    return <p>{held.length > 0 ? "Always: the conditions are ignored." : "Always."}</p>;
  if (held.length === 0) return <p>Never: there are no conditions.</p>;
  return held.map((conditions, at) => (
    <div key={at} className="printed__group">
      <h4>{at === 0 ? "When" : "or when"}</h4>
      <ul>
        {conditions.map((sentence, place) => (
          <li key={place}>
            {place > 0 && <em>and </em>}
            <bdi>{sentence}</bdi>
          </li>
        ))}
      </ul>
    </div>
  ));
};

const Actions = ({ actions }: RuleDescription) => (
  <div className="printed__group">
    <h4>then</h4>
    {actions.length === 0 ? (
      <p>change nothing.</p>
    ) : (
      <ol>
        {actions.map((sentence, place) => (
          <li key={place}>
            <bdi>{sentence}</bdi>
          </li>
        ))}
      </ol>
    )}
  </div>
);

const childrenLead = ({ tiers, actions, alwaysRun }: RuleDescription): string => {
  const lead = tiers ? "the first of these tiers that matches:" : "each of these rules:";
  if (actions.length > 0) return `and then ${lead}`;
  return alwaysRun ? capital(lead) : `then ${lead}`;
};

const Children = (rule: RuleDescription) => {
  const { tiers, childRules } = rule;
  if (childRules.length === 0) return null;
  return (
    <div className="printed__children">
      <h4>{childrenLead(rule)}</h4>
      <ol>
        {childRules.map((child, at) => (
          <li key={at}>
            <strong>
              <bdi>{child.name || (tiers ? `Tier ${at + 1}` : `Rule ${at + 1}`)}</bdi>
            </strong>
            {!child.enabled && " (disabled)"}
            <Described rule={child} />
          </li>
        ))}
      </ol>
    </div>
  );
};

/** A rule that only holds others has no description of its own. */
const Described = ({ rule }: { rule: RuleDescription }) => {
  const holdsOthers = rule.actions.length === 0 && rule.childRules.length > 0;
  return (
    <>
      {!(holdsOthers && rule.alwaysRun) && <Conditions {...rule} />}
      {!holdsOthers && <Actions {...rule} />}
      <Children {...rule} />
    </>
  );
};

const listFacts = (
  rule: MappingRule,
  wording: RuleWording,
): readonly (readonly [string, string])[] => [
  ["State", describeRuleState(rule).label],
  ["Order", String(rule.rule?.rank ?? "–")],
  ["Event", eventName(rule, wording)],
  ["Assigns to", assignedField(rule, wording)],
  ["Data type", rule.globalDataType?.name ?? String(rule.globalDataTypeId)],
  [
    "Starts with",
    rule.useOriginalInputValue ? "the original value" : "the result of earlier rules",
  ],
  ["ID", String(rule.id)],
  ["Updated", formatDateTime(rule.updatedAt)],
];

/** A printed rule: its settings, a paragraph that describes all of it, and its sentences one by one. */
export const PrintedRule = ({ rule, wording }: { rule: MappingRule; wording: RuleWording }) => {
  const described = rule.rule && describeRule(rule.rule, wordingFor(rule, wording));
  const problem = whyNotUsable(rule);
  return (
    <article className="printed">
      <h2>
        <bdi>{ruleName(rule)}</bdi>
      </h2>
      {rule.description && (
        <p>
          <bdi>{rule.description}</bdi>
        </p>
      )}
      <dl className="printed__facts">
        {listFacts(rule, wording).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {problem && <p className="printed__problem">{problem}</p>}
      {described ? (
        <>
          <p className="printed__whole">
            <bdi>{ruleParagraph(described)}</bdi>
          </p>
          <Described rule={described} />
        </>
      ) : (
        <p>This rule was loaded without its conditions and actions.</p>
      )}
    </article>
  );
};

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

/** The rules of the list; where the upstream has none, those seen in this browser. */
const useKnownRules = () => {
  const list = useQuery(mappingRuleList());
  const unserved = !useServed(mappingRuleOperations.listMappingRules);
  const seen = useQuery({ ...seenRules(), enabled: unserved });
  const remembered = useMemo(() => seen.data?.map(({ rule }) => rule), [seen.data]);
  return {
    rules: list.data?.value ?? remembered,
    at: list.dataUpdatedAt || undefined,
    error: list.isError && !unserved ? list.error : undefined,
    again: () => void list.refetch(),
  };
};

/** Printed rules: those whose ids the address names, or all that its filters match, in the order they run. */
export const PrintedRules = () => {
  const { search } = useListSearch();
  const { rules, at, error, again } = useKnownRules();
  const wording = useWording({ enabled: rules !== undefined, mappingSets: true });
  const shown = useMemo(() => {
    const ids = search["ids"] && new Set(search["ids"].split(",").map(Number));
    if (!rules) return undefined;
    return ids ? rules.filter(({ id }) => ids.has(id)) : filterRules(rules, search, wording);
  }, [rules, search, wording]);
  // Sentences would print without names otherwise, so the page waits for the names.
  const ready = shown !== undefined && wording.source !== undefined;
  return (
    <Screen
      title="Printed mapping rules"
      crumbs={crumbs}
      lead={
        ready &&
        `${formatCount(shown.length, "rule")}${at ? `, loaded ${formatDateTime(at)}` : ""}.`
      }
      actions={
        <Button variant="filled" disabled={!ready || shown.length === 0} onClick={() => print()}>
          Print
        </Button>
      }
    >
      {error && <ErrorNotice error={error} onRetry={again} />}
      {!error && !ready && <p role="status">Loading rules…</p>}
      {ready && shown.length === 0 && (
        <Notice title="No matching mapping rules" tone="still">
          <p>Select or filter rules in the list, then print from there.</p>
        </Notice>
      )}
      {ready && (
        <div className="printed-rules">
          {shown.map((rule) => (
            <PrintedRule key={rule.id} rule={rule} wording={wording} />
          ))}
        </div>
      )}
    </Screen>
  );
};
