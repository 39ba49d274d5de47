import { Button } from "@mantine/core";
import { useState } from "react";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import type { WorkflowState } from "./builder/workflow-source.ts";
import { SwitchDialog } from "./bulk/switch-dialog.tsx";
import { saveRules } from "./rule-list-menu.tsx";
import { newRuleAddress } from "./new-rule-address.ts";

/** The rules to enable or disable. */
interface Switching {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
}

interface RuleSelectionProps {
  rules: readonly MappingRule[];
  workflow: WorkflowState;
}

/** The commands for the selected rules. */
export const RuleSelection = ({ rules, workflow }: RuleSelectionProps) => {
  const [switching, setSwitching] = useState<Switching>();
  const [only, other] = rules;
  return (
    <>
      {([true, false] as const).map((enabled) => (
        <Button key={String(enabled)} size="xs" onClick={() => setSwitching({ rules, enabled })}>
          {enabled ? "Enable" : "Disable"}…
        </Button>
      ))}
      {only && !other && (
        <ButtonLink size="xs" {...newRuleAddress} search={{ copy: String(only.id) }}>
          Duplicate
        </ButtonLink>
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
        onClick={() => saveRules(rules, workflow)}
      >
        Export selected as JSON
      </Button>
      {switching && <SwitchDialog {...switching} onClose={() => setSwitching(undefined)} />}
    </>
  );
};
