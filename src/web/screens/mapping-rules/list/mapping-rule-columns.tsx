import "./mapping-rule.css";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";
import {
  MarkedSentence,
  withMarks,
} from "#web/screens/mapping-rules/sentence/sentence-wording.tsx";
import { ruleFacts } from "./rule-facts.ts";
import {
  assignedField,
  eventName,
  ruleInWords,
  ruleName,
  describeRuleState,
  whyNotUsable,
  type RuleWording,
} from "./rule-words.ts";

const State = ({ rule }: { rule: MappingRule }) => {
  const { label, tone } = describeRuleState(rule);
  return <StatusBadge label={label} tone={tone} />;
};

const Name = ({ rule }: { rule: MappingRule }) => (
  <span className="rule-cell">
    <RowLink kind="mapping-rules" id={rule.id}>
      {ruleName(rule)}
    </RowLink>
    <span className="faint" title={rule.description ?? undefined}>
      <bdi>{rule.description}</bdi>
    </span>
  </span>
);

const Words = ({ rule, wording }: { rule: MappingRule; wording: RuleWording }) => {
  const problem = whyNotUsable(rule);
  const words = ruleInWords(rule, wording);
  return (
    <span className="rule-cell__words" title={words}>
      {problem && <strong>{problem} </strong>}
      {/* Another element when names replace ids, since moving pieces of the same element would count as a layout shift. */}
      <bdi key={words}>
        <MarkedSentence text={ruleInWords(rule, withMarks(wording)) || "–"} />
      </bdi>
    </span>
  );
};

/** The names of the fields that a rule tests, changes or calculates with. */
const fieldsUsed = (rule: MappingRule, wording: RuleWording): string =>
  [...ruleFacts(rule, wording).fieldIds]
    .map((id) => wording.catalogue.fields.get(id)?.label ?? `Field ${id}`)
    .join(", ");

const count = (
  id: "conditions" | "actions" | "childRules",
  header: string,
  width: number,
  wording: RuleWording,
): Column<MappingRule> => ({
  id,
  header,
  width,
  align: "end",
  value: (rule) => (rule.rule ? ruleFacts(rule, wording)[id] : undefined),
  cell: (rule) => <Quantity amount={rule.rule ? ruleFacts(rule, wording)[id] : undefined} />,
});

/** The list's columns; fields and events have their names where those are known. */
export const mappingRuleColumns = (wording: RuleWording): readonly Column<MappingRule>[] => [
  {
    id: "rank",
    header: "Order",
    width: 60,
    align: "end",
    value: (rule) => rule.rule?.rank,
    cell: (rule) => <Quantity amount={rule.rule?.rank} />,
  },
  {
    id: "name",
    header: "Rule",
    width: 272,
    grow: true,
    main: true,
    value: ruleName,
    cell: (rule) => <Name rule={rule} />,
  },
  {
    id: "state",
    header: "State",
    width: 112,
    value: (rule) => describeRuleState(rule).label,
    cell: (rule) => <State rule={rule} />,
  },
  {
    id: "globalObjectFieldId",
    header: "Assigns to",
    width: 145,
    wide: "line",
    value: (rule) => assignedField(rule, wording),
    cell: (rule) =>
      rule.globalObjectFieldId ? (
        <Text value={assignedField(rule, wording)} />
      ) : (
        <span className="faint">{assignedField(rule, wording)}</span>
      ),
  },
  {
    id: "eventId",
    header: "Event",
    width: 138,
    value: (rule) => eventName(rule, wording),
    cell: (rule) => <Text value={eventName(rule, wording)} />,
  },
  {
    id: "words",
    header: "In words",
    width: 226,
    grow: true,
    value: (rule) => ruleInWords(rule, wording),
    cell: (rule) => <Words rule={rule} wording={wording} />,
  },
  count("conditions", "Conditions", 96, wording),
  count("actions", "Actions", 76, wording),
  { ...count("childRules", "Child rules", 98, wording), optional: true },
  {
    id: "fields",
    header: "Fields used",
    width: 240,
    optional: true,
    value: (rule) => fieldsUsed(rule, wording),
    cell: (rule) => <Text value={fieldsUsed(rule, wording)} />,
  },
  {
    id: "globalDataType",
    header: "Data type",
    width: 120,
    optional: true,
    value: (rule) => rule.globalDataType?.name,
    cell: (rule) => <Text value={rule.globalDataType?.name ?? rule.globalDataTypeId} />,
  },
  {
    id: "updatedAt",
    header: "Updated",
    width: 120,
    optional: true,
    value: (rule) => rule.updatedAt,
    cell: (rule) => <Moment at={rule.updatedAt} />,
  },
  {
    id: "id",
    header: "ID",
    width: 80,
    optional: true,
    value: (rule) => rule.id,
    cell: (rule) => <Code value={rule.id} />,
  },
];
