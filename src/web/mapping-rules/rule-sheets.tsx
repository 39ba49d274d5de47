import type { ReactNode } from "react";
import { whyNotConfigured } from "#contract/mapping-rule-guards.ts";
import { MappingRule } from "#contract/mapping-rules.ts";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { Code, Flag, Moment, Quantity, Text } from "#web/ui/values.tsx";
import { RuleTree } from "./rule-tree.tsx";
import { assignedField, eventName, wordingFor } from "./rule-words.ts";
import type { RuleWording } from "./use-wording.ts";

interface SheetsProps {
  rule: MappingRule;
  wording: RuleWording;
}

/** The elements of the two lists are unnamed by the API: ids of fields are called by name, anything else is shown as it is. */
const FieldsUsed = ({ ids, wording }: { ids: readonly unknown[]; wording: RuleWording }) => {
  if (ids.length === 0) return "None";
  return ids.map((one, index): ReactNode => {
    const field = typeof one === "number" ? wording.catalogue.fields.get(one) : undefined;
    return (
      <span key={index} className="rule__used">
        {field && <bdi>{field.label} </bdi>}
        <Code value={typeof one === "number" ? one : JSON.stringify(one)} />
      </span>
    );
  });
};

const about = ({ rule, wording }: SheetsProps): KeyValue[] => [
  { label: "Description", value: <Text value={rule.description} />, wide: true },
  { label: "Assigns to", value: <Text value={assignedField(rule, wording)} /> },
  { label: "Event", value: <Text value={eventName(rule, wording)} /> },
  {
    label: "Data type",
    value: <Text value={rule.globalDataType?.name ?? rule.globalDataTypeId} />,
  },
  { label: "Runs in place", value: <Quantity amount={rule.rule?.rank} /> },
  {
    label: "Starts on",
    value: rule.useOriginalInputValue
      ? "The original value that the template gives"
      : "What the rules before it have made",
  },
  { label: "Enabled", value: <Flag value={rule.rule?.enabled} /> },
  { label: "Configured", value: <Flag value={rule.configured} /> },
  { label: "Always runs", value: <Flag value={rule.rule?.alwaysRun} /> },
  {
    label: "Fields read by “set to field”",
    value: <FieldsUsed ids={rule.fieldsUsedBySetToField} wording={wording} />,
  },
  {
    label: "Fields read by formulas",
    value: <FieldsUsed ids={rule.fieldsUsedByFormulas} wording={wording} />,
  },
  { label: "Changed", value: <Moment at={rule.updatedAt} absolute /> },
];

const Unusable = ({ rule }: { rule: MappingRule }) => {
  const why = rule.rule ? whyNotConfigured(rule.rule) : undefined;
  return (
    rule.configured === false && (
      <Notice title="This rule cannot be used in mapping templates yet" tone="waiting">
        {why && <p>{why}</p>}
      </Notice>
    )
  );
};

/** One mapping rule whole: what it is about, what it does in sentences, and every field. */
export const RuleSheets = ({ rule, wording }: SheetsProps) => (
  <>
    <Unusable rule={rule} />
    <Sheet title="About this rule">
      <KeyValues items={about({ rule, wording })} />
    </Sheet>
    <Sheet title="What it does" note={!wording.named && "Names of fields are not known here"}>
      {rule.rule ? (
        <RuleTree rule={rule.rule} wording={wordingFor(rule, wording)} />
      ) : (
        <p className="faint">This answer holds no tree of conditions and actions.</p>
      )}
    </Sheet>
    <Sheet title="All fields">
      <RecordFields
        record={{
          ...rule,
          ...(rule.globalDataType ? { globalDataTypeHandle: rule.globalDataType.handle } : {}),
        }}
        names={Object.keys(MappingRule.shape)}
      />
    </Sheet>
  </>
);
