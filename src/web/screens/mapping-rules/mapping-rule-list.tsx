import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo } from "react";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { useListSearch, useTypedText } from "#web/base/list-search.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DateFilter, MoreFilters, NoMatches, SelectFilter } from "#web/kit/filters.tsx";
import { SearchField } from "#web/kit/fields.tsx";
import { Text } from "#web/kit/values.tsx";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import {
  filterChoices,
  type FilterChoices,
  filterRules,
} from "#web/screens/mapping-rules/list/rule-filters.ts";
import { ruleFilters } from "#web/screens/mapping-rules/list/rule-filter-names.ts";
import { useListWording } from "#web/screens/mapping-rules/list/list-wording.ts";
import {
  listFieldsUsed,
  RuleInWords,
  RuleName,
} from "#web/screens/mapping-rules/list/rule-cells.tsx";
import {
  assignedField,
  describeRuleState,
  eventName,
  ruleInWords,
  ruleName,
  type RuleWording,
} from "#web/screens/mapping-rules/list/rule-words.ts";
import { whenDrawn } from "#web/base/when-idle.ts";
import { later } from "#web/kit/later.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { viewsBy, ViewTabs } from "#web/kit/views.tsx";
import {
  ReviewedRulesProvider,
  ReviewsLink,
} from "#web/screens/mapping-rules/review/reviewed-rules.tsx";
import {
  CreateRule,
  NoRules,
  RuleListMenu,
} from "#web/screens/mapping-rules/list/rule-list-menu.tsx";

// The parts that the first rows don't need.
const loadRuns = () => import("#web/screens/mapping-rules/list/rule-selection.tsx");
const RuleRunStrip = later(async () =>
  whenDrawn().then(async () => (await loadRuns()).RuleRunStrip),
);
const RuleSelection = later(async () => (await loadRuns()).RuleSelection);
const UnservedRules = later(
  async () => (await import("#web/screens/mapping-rules/list/unserved-rules.tsx")).UnservedRules,
);

const views = viewsBy("state", ["Enabled", "Disabled", "Not configured"]);

const column = createColumnHelper<MappingRule>();
const optional = { optional: true };

const createColumns = (wording: RuleWording): readonly Column<MappingRule>[] => [
  column.quantity("rank", "Order", 60, { of: ({ rule }) => rule?.rank, optional: "tablet" }),
  column.text("name", "Rule", 208, {
    of: ruleName,
    grow: true,
    main: true,
    cell: (rule) => <RuleName rule={rule} />,
  }),
  column.status("state", "State", 112, { of: describeRuleState }),
  column.text("globalObjectFieldId", "Assigns to", 145, {
    of: (rule) => assignedField(rule, wording),
    wide: "line",
    cell: (rule) =>
      rule.globalObjectFieldId ? (
        <Text value={assignedField(rule, wording)} />
      ) : (
        <span className="faint">{assignedField(rule, wording)}</span>
      ),
  }),
  column.text("eventId", "Event", 138, {
    of: (rule) => eventName(rule, wording),
    optional: "tablet",
  }),
  column.text("words", "In words", 430, {
    of: (rule) => ruleInWords(rule, wording),
    grow: true,
    cell: (rule) => <RuleInWords rule={rule} wording={wording} />,
  }),
  column.text("fields", "Fields used", 240, {
    of: (rule) => listFieldsUsed(rule, wording),
    ...optional,
  }),
  column.date("updatedAt", "Updated", 120, optional),
  column.code("id", "ID", 80, optional),
];

const rare = ["dataType", "uses", "since"] as const;

const Filters = ({ findChoices }: { findChoices: () => FilterChoices }) => {
  const choices = useMemo(() => findChoices(), [findChoices]);
  return (
    <>
      <SelectFilter
        name="eventId"
        label="Event"
        any="All events"
        choices={choices.events}
        spell={(id) => `Event ${id}`}
        searchable
      />
      <SelectFilter
        name="field"
        label="Assigned field"
        any="All fields"
        choices={choices.fields}
        spell={(id) => `Field ${id}`}
        searchable
      />
      <MoreFilters names={rare}>
        {/* The first one gets the focus, which would open a searchable one. */}
        <DateFilter name="since" label="Updated since" />
        <SelectFilter
          name="dataType"
          label="Data type"
          any="All data types"
          choices={choices.dataTypes}
          spell={(id) => `Data type ${id}`}
          searchable
        />
        <SelectFilter
          name="uses"
          label="Comparator or action used"
          any="Any comparison or action"
          choices={[
            { group: "Comparators", items: choices.comparators },
            { group: "Actions", items: choices.actions },
          ]}
          searchable
        />
      </MoreFilters>
    </>
  );
};

const none: readonly MappingRule[] = [];

/** The rules that match the address and the search, with columns and choices; `all` are the rules before filtering. */
const useListedRules = () => {
  const { search, filter } = useListSearch("/mapping-rules");
  const { holds: held = "" } = search;
  // Found while the user types, without a request; the text goes to the address on Enter, or when the field is left.
  const { text, type, markWritten } = useTypedText(held);
  const holds = useDeferredValue(text);
  const commit = () => {
    const typed = text.trim();
    if (typed === held) return;
    markWritten(typed);
    filter({ holds: typed });
  };
  const all = useQuery(mappingRuleList());
  const rules = all.data?.value ?? none;
  // Names that arrive after the rows are rendered in slices, between which the page handles input.
  const wording = useDeferredValue(useListWording(rules, all.isSuccess));
  const query = useQuery({
    ...mappingRuleList(),
    select: (answer) => ({
      ...answer,
      value: filterRules(answer.value, { ...search, holds }, wording),
    }),
  });
  return {
    all,
    query,
    shown: query.data?.value ?? none,
    ruleSearch: { value: text, onType: type, onEnter: commit, onBlur: commit },
    findChoices: useCallback(() => filterChoices(rules, wording), [rules, wording]),
    columns: useMemo(() => createColumns(wording), [wording]),
  };
};

/** Every mapping rule in the order they run, each described in words. */
export const MappingRuleList = () => {
  const { all, query, shown, ruleSearch, findChoices, columns } = useListedRules();
  const workflow = useWorkflow({ enabled: all.isSuccess, mappingSets: false });
  return (
    <Screen
      title="Mapping rules"
      fill={!all.isError}
      needs={mappingRuleOperations.listMappingRules}
      unserved={<UnservedRules />}
      lead={
        !all.isError && (
          <>
            The service sets the order in which rules run. <ReviewsLink />
          </>
        )
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
      {all.isSuccess && <RuleRunStrip />}
      <ReviewedRulesProvider>
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
          tools={
            <SearchField
              aria-label="Search rules"
              placeholder="Search names, fields, values"
              {...ruleSearch}
            />
          }
          filters={{
            names: ["eventId", "field", ...rare],
            also: ["holds", "state"],
            fields: <Filters findChoices={findChoices} />,
          }}
          selectionActions={(rules, clear) => (
            <RuleSelection rules={rules} workflow={workflow} clear={clear} />
          )}
          empty={
            all.data?.value.length === 0 ? (
              <NoRules />
            ) : (
              <NoMatches noun="mapping rule" views="state" names={ruleFilters} />
            )
          }
        />
      </ReviewedRulesProvider>
    </Screen>
  );
};
