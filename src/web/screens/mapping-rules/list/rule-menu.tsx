import { Menu } from "@mantine/core";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { WorkflowState } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { formatCount } from "#web/base/format.ts";
import { MenuLink, MenuPanel } from "#web/kit/panels.tsx";

interface RuleMenuProps {
  rules: readonly MappingRule[];
  workflow: WorkflowState;
  onExport: () => void;
  onDownloadCatalog: () => void;
  opener: HTMLElement;
  /** The id of the button, which names the menu. */
  id: string;
  onClose: () => void;
}

export const RuleMenu = (props: RuleMenuProps) => {
  const { rules, workflow, onExport, onDownloadCatalog, ...panel } = props;
  const served = workflow.status === "ready" && workflow.source.kind === "upstream";
  const shown = formatCount(rules.length, "rule");
  return (
    <MenuPanel {...panel}>
      <MenuLink to="/mapping-rules/checks">Check rules</MenuLink>
      <MenuLink to="/mapping-rules/tests">Run all tests</MenuLink>
      <MenuLink to="/mapping-rules/import">Import rules…</MenuLink>
      <Menu.Item disabled={rules.length === 0 || workflow.status === "pending"} onClick={onExport}>
        Export {shown} as JSON
      </Menu.Item>
      <MenuLink to="/mapping-rules/print" search={(search) => search}>
        Print {shown}
      </MenuLink>
      <MenuLink to="/mapping-rules/reference">Rule reference</MenuLink>
      {served && (
        <Menu.Item
          title="All fields, comparisons and actions with their IDs, for services that don't list them"
          onClick={onDownloadCatalog}
        >
          Download catalog
        </Menu.Item>
      )}
    </MenuPanel>
  );
};
