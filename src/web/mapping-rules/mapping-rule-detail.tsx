import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { ApiError } from "#web/api/api-error.ts";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { Notice } from "#web/ui/notice.tsx";
import { RecordScreen } from "#web/ui/record-screen.tsx";
import { useRouteId } from "#web/ui/route-id.ts";
import { Screen } from "#web/ui/screen.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { PastedRule } from "./pasted-rule.tsx";
import { OpenInBuilder } from "./open-in-builder.tsx";
import { ruleName, stateOf } from "./rule-words.ts";

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

const State = ({ rule }: { rule: MappingRule }) => {
  const { label, tone } = stateOf(rule);
  return <StatusBadge label={label} tone={tone} />;
};

const Edited = ({ rule }: { rule: MappingRule }) => {
  const request = useMemo(() => toMappingRuleRequest(rule), [rule]);
  return request && <OpenInBuilder request={request} />;
};

/** One mapping rule, in the builder. */
export const MappingRuleDetail = () => {
  const id = useRouteId();
  const query = useQuery(mappingRuleDetail(id));
  if (query.error instanceof ApiError && query.error.status === 501)
    return (
      <Screen title={`Mapping rule ${id}`} crumbs={crumbs}>
        <Notice title="This upstream does not read mapping rules">
          <p>
            The API’s document gives only the operation that saves a rule. Paste the rule’s JSON to
            look at it here; it stays in this browser.
          </p>
        </Notice>
        <PastedRule />
      </Screen>
    );
  return (
    <RecordScreen
      query={query}
      id={id}
      fallback={`mapping rule ${id}`}
      titleOf={ruleName}
      crumbs={crumbs}
      beside={(rule) => <State rule={rule} />}
    >
      {(rule) => <Edited rule={rule} />}
    </RecordScreen>
  );
};
