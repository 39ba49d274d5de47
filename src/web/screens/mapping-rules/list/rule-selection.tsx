import { Button } from "@mantine/core";
import { useState } from "react";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { WorkflowState } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { ButtonLink, PermittedButton, PermittedLink } from "#web/kit/button.tsx";
import { newRuleAddress } from "./rule-words.ts";
import { saveRules } from "./save-rules-later.ts";
import { SwitchDialog } from "./switch-dialog.tsx";

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
        <PermittedButton
          key={String(enabled)}
          permission={mappingRuleOperations.saveMappingRule}
          size="xs"
          onClick={() => setSwitching({ rules, enabled })}
        >
          {enabled ? "Enable" : "Disable"}…
        </PermittedButton>
      ))}
      {only && !other && (
        <PermittedLink
          permission={mappingRuleOperations.saveMappingRule}
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
        onClick={() => saveRules(rules, workflow)}
      >
        Export selected as JSON
      </Button>
      {switching && <SwitchDialog {...switching} onClose={() => setSwitching(undefined)} />}
    </>
  );
};
