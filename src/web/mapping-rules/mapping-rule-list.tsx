import "./mapping-rule.css";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters } from "#web/ui/filters.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { useWorkflow, type WorkflowState } from "./builder/workflow-source.ts";
import { SwitchDialog } from "./bulk/switch-dialog.tsx";
import { mappingRuleColumns } from "./mapping-rule-columns.tsx";
import { UnservedRules } from "./memory/unserved-rules.tsx";
import { filterChoices, ruleFilters, rulesThatFit } from "./rule-filters.ts";
import { RuleListFilters } from "./rule-list-filters.tsx";
import { RuleListMenu, saveRules } from "./rule-list-menu.tsx";
import { RuleSearch, useRuleSearch } from "./rule-search.tsx";
import { ruleName } from "./rule-words.ts";
import { type RuleWording, useWording } from "./use-wording.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";

const views = [
  { label: "All", filter: { state: "" } },
  ...["On", "Off", "Not configured"].map((state) => ({ label: state, filter: { state } })),
];
const none: readonly MappingRule[] = [];

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Notice title="No mapping rule fits" blank tone="still">
      <p>Take a filter away, or look at another state above.</p>
      <ClearFilters names={ruleFilters} />
    </Notice>
  ) : (
    <Notice
      title="There are no mapping rules"
      blank
      tone="still"
      actions={<ButtonLink to="/mapping-rules/new">New rule</ButtonLink>}
    >
      <p>A mapping rule transforms data within a workflow event: titles, prices, order fields.</p>
    </Notice>
  );

/** Many rules to be switched on or off. */
interface Switching {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
}

interface SelectedProps {
  rules: readonly MappingRule[];
  workflow: WorkflowState;
  onSwitch: (enabled: boolean) => void;
}

/** What can be done with the selected rules. */
const Selected = ({ rules, workflow, onSwitch }: SelectedProps) => {
  const [only, other] = rules;
  return (
    <>
      {([true, false] as const).map((enabled) => (
        <Button key={String(enabled)} size="xs" onClick={() => onSwitch(enabled)}>
          Switch {enabled ? "on" : "off"}…
        </Button>
      ))}
      {only && !other && (
        <ButtonLink size="xs" to="/mapping-rules/new" search={{ copy: String(only.id) }}>
          Duplicate
        </ButtonLink>
      )}
      <ButtonLink
        size="xs"
        to="/mapping-rules/print"
        search={{ ids: rules.map(({ id }) => id).join(",") }}
      >
        Print
      </ButtonLink>
      <Button
        size="xs"
        disabled={workflow.status === "pending"}
        onClick={() => saveRules(rules, workflow)}
      >
        Export selected as JSON
      </Button>
    </>
  );
};

/** The list as the address and the search leave it; `all` are the rules before that. */
const useShownRules = (typed: string) => {
  const { search } = useListSearch();
  const all = useQuery(mappingRuleList());
  const wording = useWording({ enabled: all.isSuccess });
  const holds = useDeferredValue(typed);
  const query = useQuery({
    ...mappingRuleList(),
    select: (answer) => ({
      ...answer,
      value: rulesThatFit(answer.value, { ...search, holds }, wording),
    }),
  });
  return { all, wording, query };
};

const useChoices = (rules: readonly MappingRule[], wording: RuleWording) =>
  useMemo(() => filterChoices(rules, wording), [rules, wording]);

/** Every mapping rule in the order they run, with what each does in words. */
export const MappingRuleList = () => {
  const ruleSearch = useRuleSearch();
  const { all, wording, query } = useShownRules(ruleSearch.text);
  const workflow = useWorkflow({ enabled: all.isSuccess, mappingSets: false });
  const choices = useChoices(all.data?.value ?? none, wording);
  const columns = useMemo(() => mappingRuleColumns(wording), [wording]);
  const [switching, setSwitching] = useState<Switching>();
  return (
    <Screen
      title="Mapping rules"
      fill={!all.isError}
      lead={
        !all.isError && "The API gives the order in which rules run, so they cannot be moved here."
      }
      actions={
        all.isSuccess && (
          <>
            <RuleListMenu rules={query.data?.value ?? none} workflow={workflow} />
            <ButtonLink variant="filled" to="/mapping-rules/new">
              New rule
            </ButtonLink>
          </>
        )
      }
    >
      {!all.isError && <ViewTabs views={views} label="States" />}
      <DataTable
        name="mapping-rules"
        label="Mapping rules"
        columns={columns}
        query={query}
        rowId={(rule) => String(rule.id)}
        nameOf={ruleName}
        paged={false}
        order="them in the order they run"
        tools={
          <>
            <RuleSearch {...ruleSearch} />
            <RuleListFilters choices={choices} />
          </>
        }
        selectionActions={(rules) => (
          <Selected
            rules={rules}
            workflow={workflow}
            onSwitch={(enabled) => setSwitching({ rules, enabled })}
          />
        )}
        empty={<Nothing filtered={(all.data?.value.length ?? 0) > 0} />}
        unserved={<UnservedRules />}
      />
      {switching && (
        <SwitchDialog
          rules={switching.rules}
          enabled={switching.enabled}
          onClose={() => setSwitching(undefined)}
        />
      )}
    </Screen>
  );
};
