import "./printed-rules.css";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { seenRules } from "#web/mapping-rules/memory/seen-rules.tsx";
import { filterRules } from "#web/mapping-rules/rule-filters.ts";
import { useWording } from "#web/mapping-rules/use-wording.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted, dateTime } from "#web/ui/format.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { PrintedRule } from "./printed-rule.tsx";

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

/** The rules of the list; where the upstream has none, those seen in this browser. */
const useKnownRules = () => {
  const list = useQuery(mappingRuleList());
  const unserved = list.isError && isUnserved(list.error);
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
      title="Mapping rules"
      crumbs={crumbs}
      lead={ready && `${counted(shown.length, "rule")}${at ? `, loaded ${dateTime(at)}` : ""}.`}
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
