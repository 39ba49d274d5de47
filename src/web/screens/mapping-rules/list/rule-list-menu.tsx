import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { WorkflowState } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { formatCount } from "#web/base/format.ts";
import { createLater } from "#web/kit/create-later.tsx";
import { OpenerButton, usePanelOpener } from "#web/kit/popover-button.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { saveRules } from "./save-rules-later.ts";

const { Later: RuleMenu, load } = createLater(
  async () => (await import("./rule-menu.tsx")).RuleMenu,
);

interface RuleListMenuProps {
  /** The rules that the list currently shows. */
  rules: readonly MappingRule[];
  workflow: WorkflowState;
}

/** The commands for the list as a whole. */
export const RuleListMenu = ({ rules, workflow }: RuleListMenuProps) => {
  const { button, panel } = usePanelOpener("menu", load);
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
    <>
      <OpenerButton
        title="More actions for rules"
        icon={<IconDots aria-hidden="true" />}
        label={<span className="rule-list__wide">More</span>}
        {...button}
      />
      {panel && <RuleMenu {...panel} rules={rules} workflow={workflow} />}
    </>
  );
};
