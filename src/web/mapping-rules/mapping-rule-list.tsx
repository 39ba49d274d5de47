import { createLater } from "#web/ui/create-later.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { NoMatches } from "#web/ui/no-matches.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { viewsBy, ViewTabs } from "#web/ui/view-tabs.tsx";
import { useWorkflow } from "./catalog/workflow-source.ts";
import { CreateRule, NoRules } from "./list/create-rule.tsx";
import { ruleFilters } from "./list/rule-filter-names.ts";
import { ruleListFilters, RuleSearch } from "./list/rule-list-filters.tsx";
import { RuleListMenu } from "./list/rule-list-menu.tsx";
import { ruleName } from "./list/rule-words.ts";
import { useListedRules } from "./list/use-listed-rules.ts";
import "./list/mapping-rule.css";

// The parts that the first rows don't need.
const { Later: RuleSelection } = createLater(
  async () => (await import("./list/rule-selection.tsx")).RuleSelection,
);
const { Later: UnservedRules } = createLater(
  async () => (await import("./list/unserved-rules.tsx")).UnservedRules,
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
