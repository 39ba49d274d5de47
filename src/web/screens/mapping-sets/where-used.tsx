import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { formatCount } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";

/** The number of a rule's actions that look values up in a set. */
const countUses = ({ rule }: MappingRule, id: number): number =>
  rule
    ? listRuleParts(rule).filter(
        ({ kind, part }) =>
          kind === "action" &&
          part.workflowDataTypeAction?.handle === "mapping_set" &&
          Number(part.value) === id,
      ).length
    : 0;

/** The mapping rules that look values up in a set, requested with the lowest priority. */
export const WhereUsed = ({ id, enabled }: { id: number; enabled: boolean }) => {
  const query = useQuery({ ...mappingRuleList(), enabled, staleTime: 60_000 });
  const users = useMemo(
    () =>
      (query.data?.value ?? [])
        .map((rule) => ({ rule, uses: countUses(rule, id) }))
        .filter(({ uses }) => uses > 0),
    [query.data, id],
  );
  return (
    <Sheet title="Used in" note={query.data && formatCount(users.length, "mapping rule")}>
      {query.isPending && <p className="faint">Loading mapping rules…</p>}
      {query.isError && (
        <p className="faint">
          {isUnserved(query.error)
            ? "The API doesn't list mapping rules, so their use of this set is unknown."
            : "Couldn't load the mapping rules."}
        </p>
      )}
      {query.data && users.length === 0 && <p className="faint">No mapping rule uses this set.</p>}
      {users.length > 0 && (
        <ul>
          {users.map(({ rule, uses }) => (
            <li key={rule.id}>
              <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
                <bdi>{rule.name || `Mapping rule ${rule.id}`}</bdi>
              </Link>
              {uses > 1 && <span className="faint">, in {formatCount(uses, "action")}</span>}
              {rule.rule?.enabled === false && <span className="faint">, disabled</span>}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
};
