import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PartProblem } from "#rule-model/problem.ts";
import { editName, isTierRule, ruleTypeId, setPart } from "#rule-model/edit-draft.ts";
import { childrenIn, headKey, type Part, type PartKey, rootKey } from "#rule-model/part.ts";
import {
  useBuilder,
  useKeyed,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { PartFindings } from "#web/screens/mapping-rules/checks/part-findings.tsx";
import { PartMark } from "#web/screens/mapping-rules/preview/part-mark.tsx";
import {
  MetaDataNote,
  problemProps,
  problemsId,
  RowForm,
  rowInput,
  RowProblems,
  findWorstKind,
} from "./row-form.tsx";
import { formatCount } from "#web/base/format.ts";

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
const RuleForm = (props: RuleFormProps) => {
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

interface SwitchProps {
  rule: Part<"rule">;
  reachable: boolean;
}

const Switches = ({ rule, reachable }: SwitchProps) => {
  const { draft } = useBuilder();
  const set = (change: Partial<Part<"rule">["data"]>, label: string) =>
    setPart(draft, rule.key, "rule", change, { label });
  const on = rule.data.enabled !== false;
  const tabIndex = reachable ? 0 : -1;
  return (
    <span className="rule-head__switches">
      {rule.key !== rootKey && (
        // The mapping rule's own switch is in its head.
        <Switch
          label="Enabled"
          checked={on}
          tabIndex={tabIndex}
          onChange={() => set({ enabled: !on }, on ? "disable rule" : "enable rule")}
        />
      )}
      <Switch
        label="Always run"
        title="Ignore the conditions and always run the actions"
        checked={rule.data.alwaysRun}
        tabIndex={tabIndex}
        onChange={() => set({ alwaysRun: !rule.data.alwaysRun }, "change always run")}
      />
    </span>
  );
};

const summary = (rule: Part<"rule">): string =>
  [
    formatCount(childrenIn(rule, "groups").length, "group"),
    formatCount(childrenIn(rule, "actions").length, "action"),
    formatCount(childrenIn(rule, "childRules").length, "child rule"),
  ].join(", ");

/** The rule at the top has the name of its mapping rule, which is shown above; only a different name is shown here. */
const nameRule = (
  { key, data }: Part<"rule">,
  word: string,
  headName: string | undefined,
): string => {
  const same = data.name === word || (key === rootKey && ["", headName].includes(data.name));
  return same ? word : `${word}: ${data.name || "unnamed"}`;
};

/** A rule's name and switches. `word` is its name among several, such as “Tier 2”. */
export const RuleHead = ({ partKey, word }: { partKey: PartKey; word: string }) => {
  const { draft, view, problems } = useBuilder();
  const rule = usePart(partKey, "rule");
  const shown = useKeyed(view, partKey);
  const wrong = useKeyed(problems, partKey) ?? [];
  if (!rule) return null;
  const worst = findWorstKind(wrong);
  const name = nameRule(rule, word, draft.part(headKey, "head")?.data.name);
  const off = rule.data.enabled === false ? " (disabled)" : "";
  return (
    <div
      className="rule-head"
      data-problem={worst}
      data-found={shown?.found}
      data-root={partKey === rootKey || undefined}
    >
      {shown?.editing ? (
        <RuleForm rule={rule} word={word} problems={wrong} />
      ) : (
        <div
          className="rule-head__line"
          role="button"
          tabIndex={shown?.active ? 0 : -1}
          data-part-key={partKey}
          data-part-kind="rule"
          aria-describedby={worst && problemsId(partKey)}
        >
          {`${name}${off}`}
          {shown?.collapsed && ` · ${summary(rule)}`}
        </div>
      )}
      <PartMark partKey={partKey} />
      <Switches rule={rule} reachable={shown?.active === true} />
      {worst && <RowProblems partKey={partKey} problems={wrong} />}
      <PartFindings partKey={partKey} />
    </div>
  );
};
