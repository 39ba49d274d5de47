import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { ruleTypeId, editName, isTierRule } from "#rule-model/draft/new-parts.ts";
import type { Part } from "#rule-model/draft/part.ts";
import { childrenIn, headKey, rootKey } from "#rule-model/draft/part.ts";
import type { PartProblem } from "#rule-model/check/problem.ts";
import { useBuilder, usePart } from "#web/mapping-rules/builder/builder-context.ts";
import { RowForm } from "./row-form.tsx";
import { rowInput } from "./row-input.ts";
import { MetaDataNote } from "./meta-data-note.tsx";
import { problemProps } from "./problem-props.ts";

interface RuleFormProps {
  rule: Part<"rule">;
  /** “Tier 2”. */
  word: string;
  problems: readonly PartProblem[];
}

/** The choice how the rules inside this one run (api 2.15, workflowRuleType). */
const InnerRules = ({ rule }: { rule: Part<"rule"> }) => {
  const { draft, workflow } = useBuilder();
  const tiers = isTierRule({ workflow }, rule);
  return (
    <NativeSelect
      {...rowInput({ label: "Child rules" })}
      value={tiers ? "tier" : "conditional"}
      onChange={(event) => {
        const handle = event.target.value === "tier" ? "tier" : "conditional";
        const workflowRuleTypeId = ruleTypeId(workflow, handle);
        setPart(draft, rule.key, "rule", { workflowRuleTypeId }, { label: "change rule type" });
      }}
      data={[
        { value: "conditional", label: "All run, one after another" },
        { value: "tier", label: "Tiers: only the first match runs" },
      ]}
    />
  );
};

/** Whether a new rule still has its generated name: typing replaces it. */
const isGivenName = (name: string): boolean => /^(?:Tier|Rule) \d+$/.test(name);

const RuleName = ({ rule, word, problems }: RuleFormProps) => {
  const { draft } = useBuilder();
  const label = `Name of ${word.toLowerCase()}`;
  return (
    <TextInput
      {...rowInput({ label, ...problemProps(rule, problems, "name") }, "long")}
      data-row-operand
      data-replace={isGivenName(rule.data.name) || undefined}
      value={rule.data.name}
      onChange={(event) =>
        setPart(draft, rule.key, "rule", { name: event.target.value }, editName(rule, "name"))
      }
    />
  );
};

/**
 * The controls of a rule itself: its name, and how the rules inside it run. The rule at the top has the name of its
 * mapping rule; where it has another name, that can be changed.
 */
export const RuleForm = (props: RuleFormProps) => {
  const { rule } = props;
  const head = usePart(headKey, "head")?.data;
  const isRoot = rule.key === rootKey;
  const [named] = useState(!isRoot || !["", head?.name].includes(rule.data.name));
  return (
    <RowForm part={rule}>
      <div className="row-form__main">
        {named && <RuleName {...props} />}
        {(isRoot || childrenIn(rule, "childRules").length > 0) && <InnerRules rule={rule} />}
      </div>
      <MetaDataNote text={rule.data.tierData} />
    </RowForm>
  );
};
