import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { maxBulkItems } from "#contract/bulk-runs.ts";
import { type MappingRule, editingRules, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { startBulkRun } from "#web/api/bulk-runs.ts";
import { connection } from "#web/api/connection.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { invalidate } from "#web/api/query-client.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ButtonLink, PermittedLink } from "#web/kit/button.tsx";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { NotStarted, RunSelection } from "#web/records/runs/run-selection.tsx";
import { RunStrip } from "#web/records/runs/run-strip.tsx";
import { runAfterClosing, runKinds, runTime } from "#web/records/runs/run-words.ts";
import type { WorkflowState } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { withFileCode } from "./rule-list-menu.tsx";
import { newRuleAddress, ruleName } from "./rule-words.ts";

type Switch = "enable" | "disable";

const switchWords = {
  enable: {
    verb: "Enable",
    past: "enabled",
    meaning: "The rules run again in every workflow that uses them.",
  },
  disable: {
    verb: "Disable",
    past: "disabled",
    meaning:
      "The rules keep their content and order. No workflow runs them until they are enabled again.",
  },
} as const satisfies Record<Switch, object>;

interface SwitchDialogProps {
  action: Switch;
  rules: readonly MappingRule[];
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before rules are enabled or disabled. Each is loaded again and saved whole, with only the switch changed. */
export const SwitchDialog = ({ action, rules, onStarted, onClose }: SwitchDialogProps) => {
  const { verb, past, meaning } = switchWords[action];
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const { send, error } = useSending(async () => {
    const change = { enabled: action === "enable" };
    const items = rules.map((rule) => ({ recordId: rule.id, name: ruleName(rule), change }));
    await startBulkRun({ operation: "saveMappingRule", title: verb, past, items });
    onStarted();
  });
  const tooMany = rules.length > maxBulkItems;
  return (
    <ConfirmDialog
      title={`${verb} ${formatCount(rules.length, "rule")}?`}
      onCancel={onClose}
      choices={tooMany ? [] : [{ label: verb, onChoose: () => void send() }]}
    >
      {tooMany && <p>Select at most {formatQuantity(maxBulkItems)} rules.</p>}
      <p>{meaning}</p>
      <p>
        Each rule is loaded again first, so that other people's changes aren't overwritten.{" "}
        {runTime(runKinds["mapping-rules"], rules.length, rateLimit)} {runAfterClosing}
      </p>
      {error !== undefined && <NotStarted error={error} />}
    </ConfirmDialog>
  );
};

const actions = (Object.keys(switchWords) as Switch[]).map((action) => ({
  action,
  label: switchWords[action].verb,
  permission: mappingRuleOperations.saveMappingRule,
}));

const reloadRules = () => void invalidate(mappingRuleList());

/** The runs of rules. */
export const RuleRunStrip = () => (
  <RunStrip kind={runKinds["mapping-rules"]} permission={editingRules} onChanged={reloadRules} />
);

interface RuleSelectionProps {
  rules: readonly MappingRule[];
  workflow: WorkflowState;
  clear: () => void;
}

export const RuleSelection = ({ rules, workflow, clear }: RuleSelectionProps) => {
  const [only, other] = rules;
  return (
    <>
      <RunSelection
        rows={rules}
        actions={actions}
        clear={clear}
        dialog={({ records, ...dialog }) => <SwitchDialog rules={records} {...dialog} />}
      />
      {only && !other && (
        <PermittedLink
          permission={editingRules}
          size="xs"
          {...newRuleAddress}
          search={{ copy: String(only.id) }}
        >
          Duplicate
        </PermittedLink>
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
        onClick={() => withFileCode((code) => void code.saveRules(rules, workflow))}
      >
        Export selected as JSON
      </Button>
    </>
  );
};
