import "./preview-lists.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo } from "react";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { useBuilder, useHistory } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount } from "#web/base/format.ts";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { type Neighbour, findNeighbours } from "./rule-neighbours.ts";

const names = (fields: readonly RuleField[]): string => fields.map(({ label }) => label).join(", ");

/** The relations between a neighbor and this rule, from this rule's point of view. */
const relations = ({ runs, passes, shares, loses, enabled }: Neighbour) => {
  const before = runs === "before";
  const one = (tone: "bad" | "calm", text: string) => ({ tone: enabled ? tone : "calm", text });
  return [
    ...(loses.length > 0
      ? [
          one(
            "bad",
            before
              ? `Sets ${names(loses)}. If both rules match, this rule replaces the value.`
              : `Sets ${names(loses)} again. If both rules match, it replaces the value of this rule.`,
          ),
        ]
      : []),
    ...(shares.length > 0
      ? [
          one(
            "calm",
            before
              ? `Sets ${names(shares)}. This rule continues with that value.`
              : `Continues with this rule's value of ${names(shares)}.`,
          ),
        ]
      : []),
    ...(passes.length > 0
      ? [
          one(
            "calm",
            before
              ? `Sets ${names(passes)}, which this rule uses.`
              : `Uses ${names(passes)}, which this rule sets.`,
          ),
        ]
      : []),
  ];
};

const NeighbourRow = ({ neighbour }: { neighbour: Neighbour }) => {
  const { rule, enabled } = neighbour;
  return (
    <li className="neighbours__rule">
      <div className="row">
        <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
          <bdi>{rule.name || `Mapping rule ${rule.id}`}</bdi>
        </Link>
        {!enabled && <StatusBadge label="Disabled" tone="still" />}
      </div>
      {relations(neighbour).map(({ tone, text }) => (
        <p key={text} data-tone={tone}>
          {tone === "bad" && <strong>Overwrites </strong>}
          {text}
        </p>
      ))}
    </li>
  );
};

const Side = ({ title, list }: { title: string; list: readonly Neighbour[] }) =>
  list.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul className="neighbours">
        {list.map((neighbour) => (
          <NeighbourRow key={neighbour.rule.id} neighbour={neighbour} />
        ))}
      </ul>
    </section>
  );

const useNeighbours = () => {
  const builder = useBuilder();
  const query = useQuery(mappingRuleList());
  const version = useDeferredValue(useHistory().version);
  const siblings = query.data?.value;
  const found = useMemo(
    () =>
      // The trees read the draft themselves; `version` only causes the update.
      version >= 0 && siblings
        ? findNeighbours(builder.trees.mappingRule(), siblings, builder.workflow.catalogue)
        : undefined,
    [builder, siblings, version],
  );
  return { query, found, saved: Boolean(builder.trees.mappingRule().id) };
};

/** The rule's place among those of its event: which ones read or set the fields that it reads or sets. */
export const NeighboursList = () => {
  const { query, found, saved } = useNeighbours();
  if (query.isPending) return <p className="preview__none">Loading other rules…</p>;
  if (isUnserved(query.error))
    return (
      <p className="preview__none">The API doesn't list rules, so their order can't be shown.</p>
    );
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const list = found ?? [];
  const lost = list.filter(({ enabled, loses }) => enabled && loses.length > 0);
  return (
    <div className="stack">
      <p>
        {list.length === 0
          ? "No other rule of this event uses or sets the fields of this rule."
          : `${formatCount(list.length, "rule")} of this event ${list.length === 1 ? "has" : "have"} a field in common with this rule.`}
        {lost.length > 0 &&
          ` ${formatCount(lost.length, "overwrite")} possible when both rules match a record.`}
        {!saved && " A new rule runs after all others."}
      </p>
      <Side title="Run before this rule" list={list.filter(({ runs }) => runs === "before")} />
      <Side title="Run after this rule" list={list.filter(({ runs }) => runs === "after")} />
    </div>
  );
};
