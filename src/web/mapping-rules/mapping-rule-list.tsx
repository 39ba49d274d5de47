import "./mapping-rule.css";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { NoMatches } from "#web/ui/no-matches.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { useWorkflow } from "./builder/workflow-source.ts";
import { UnservedRules } from "./memory/unserved-rules.tsx";
import { NoRules } from "./no-rules.tsx";
import { ruleFilters } from "./rule-filter-names.ts";
import { ruleListFilters } from "./rule-list-filters.tsx";
import { RuleListMenu } from "./rule-list-menu.tsx";
import { RuleSearch } from "./rule-search.tsx";
import { RuleSelection } from "./rule-selection.tsx";
import { ruleName } from "./rule-words.ts";
import { useListedRules } from "./use-listed-rules.ts";
import { newRuleAddress } from "./new-rule-address.ts";

const views = viewsBy("state", ["Enabled", "Disabled", "Not configured"]);

/** Every mapping rule in the order they run, each described in words. */
export const MappingRuleList = () => {
  const { all, query, shown, ruleSearch, choices, columns } = useListedRules();
  const workflow = useWorkflow({ enabled: all.isSuccess, mappingSets: false });
  return (
    <Screen
      title="Mapping rules"
      fill={!all.isError}
      lead={
        !all.isError && "Rules are listed in the order in which they run. The API sets this order."
      }
      actions={
        all.isSuccess && (
          <>
            <RuleListMenu rules={shown} workflow={workflow} />
            <ButtonLink variant="filled" {...newRuleAddress}>
              Create rule
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
        order="the order in which rules run"
        tools={<RuleSearch {...ruleSearch} />}
        filters={ruleListFilters(choices)}
        selectionActions={(rules) => <RuleSelection rules={rules} workflow={workflow} />}
        empty={
          all.data?.value.length === 0 ? (
            <NoRules />
          ) : (
            <NoMatches noun="mapping rule" views="state" names={ruleFilters} />
          )
        }
        unserved={<UnservedRules />}
      />
    </Screen>
  );
};
