import { Switch } from "@mantine/core";
import { useBuilder, usePart } from "#web/mapping-rules/builder/builder-context.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { childrenIn, headKey, rootKey } from "#rule-model/draft/part.ts";
import { PartMark } from "#web/mapping-rules/preview/part-mark.tsx";
import { useKeyed } from "#web/mapping-rules/builder/use-keyed.ts";
import { counted } from "#web/ui/format.ts";
import { problemsId, RowProblems, worstOf } from "./row-problems.tsx";
import { RuleForm } from "./rule-form.tsx";

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
    counted(childrenIn(rule, "groups").length, "group"),
    counted(childrenIn(rule, "actions").length, "action"),
    counted(childrenIn(rule, "childRules").length, "child rule"),
  ].join(", ");

/** The rule at the top has the name of its mapping rule, which is shown above; only a different name is shown here. */
const nameOf = (
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
  const worst = worstOf(wrong);
  const name = nameOf(rule, word, draft.part(headKey, "head")?.data.name);
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
    </div>
  );
};
