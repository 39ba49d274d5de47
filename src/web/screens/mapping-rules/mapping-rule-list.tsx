import { createLater } from "#web/kit/create-later.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { viewsBy, ViewTabs } from "#web/kit/view-tabs.tsx";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { CreateRule, NoRules } from "#web/screens/mapping-rules/list/create-rule.tsx";
import { ruleFilters } from "#web/screens/mapping-rules/list/rule-filter-names.ts";
import { ruleListFilters, RuleSearch } from "#web/screens/mapping-rules/list/rule-list-filters.tsx";
import { RuleListMenu } from "#web/screens/mapping-rules/list/rule-list-menu.tsx";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";
import { useListedRules } from "#web/screens/mapping-rules/list/use-listed-rules.ts";
import "#web/screens/mapping-rules/list/mapping-rule.css";

// The parts that the first rows don't need.
const { Later: RuleSelection } = createLater(
  async () => (await import("#web/screens/mapping-rules/list/rule-selection.tsx")).RuleSelection,
);
const { Later: UnservedRules } = createLater(
  async () => (await import("#web/screens/mapping-rules/list/unserved-rules.tsx")).UnservedRules,
);

const views = viewsBy("state", ["Enabled", "Disabled", "Not configured"]);

/** Every mapping rule in the order they run, each described in words. */
export const MappingRuleList = () => {
  const { all, query, shown, ruleSearch, findChoices, columns } = useListedRules();
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
            <CreateRule />
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
        kind="mapping-rules"
        nouns={["mapping rule", "mapping rules"]}
        order={{ words: "in the order in which they run" }}
        tools={<RuleSearch {...ruleSearch} />}
        filters={ruleListFilters(findChoices)}
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
