import { PermittedLink } from "#web/ui/permitted-link.tsx";
import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { exportRules } from "#rule-model/files/export-rules.ts";
import type { WorkflowState } from "#web/mapping-rules/catalog/workflow-source.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { download } from "#web/ui/download.ts";
import { formatCount } from "#web/ui/format.ts";
import { MenuButton, MenuLink } from "#web/ui/menu-button.tsx";
import { useScreenActions } from "#web/ui/screen-actions.ts";
import { newRuleAddress } from "./rule-words.ts";
import { SwitchDialog } from "./switch-dialog.tsx";

interface RuleListMenuProps {
  /** The rules that the list currently shows. */
  rules: readonly MappingRule[];
  workflow: WorkflowState;
}

const saveAs = (name: string, text: string) =>
  download(`${name}-${new Date().toISOString().slice(0, 10)}.json`, "application/json", text);

/** Downloads rules as one file, with the names of everything they refer to. */
const saveRules = (rules: readonly MappingRule[], state: WorkflowState): void => {
  if (state.status === "pending") return;
  const requests = rules.map(toMappingRuleRequest).filter((request) => request !== undefined);
  const name = rules.length === 1 ? `mapping-rule-${rules[0]?.id}` : "mapping-rules";
  saveAs(name, exportRules(requests, state.workflow));
};

/** The commands for the list as a whole. */
export const RuleListMenu = ({ rules, workflow }: RuleListMenuProps) => {
  const served = workflow.status === "ready" && workflow.source.kind === "upstream";
  const shown = formatCount(rules.length, "rule");
  const navigate = useNavigate();
  useScreenActions([
    rules.length > 0 &&
      workflow.status !== "pending" && {
        label: `Export ${shown} as JSON`,
        run: () => saveRules(rules, workflow),
      },
    {
      label: `Print ${shown}`,
      run: () => void navigate({ to: "/mapping-rules/print", search: (search) => search }),
    },
  ]);
  return (
    <MenuButton title="More actions for rules" icon={<IconDots aria-hidden="true" />} label="More">
      <MenuLink to="/mapping-rules/import">Import rules…</MenuLink>
      <Menu.Item
        disabled={rules.length === 0 || workflow.status === "pending"}
        onClick={() => saveRules(rules, workflow)}
      >
        Export {shown} as JSON
      </Menu.Item>
      <MenuLink to="/mapping-rules/print" search={(search) => search}>
        Print {shown}
      </MenuLink>
      <MenuLink to="/mapping-rules/reference">Rule reference</MenuLink>
      {served && (
        <Menu.Item
          title="All fields, comparators and actions with their IDs, for APIs that don't list them"
          onClick={() =>
            saveAs("workflow-catalogue", JSON.stringify(workflow.workflow.metaData, null, 2))
          }
        >
          Download catalog
        </Menu.Item>
      )}
    </MenuButton>
  );
};

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
