import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { editingRules, type MappingRule } from "#contract/mapping-rules.ts";
import { formatCount } from "#web/base/format.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { later, notLoaded } from "#web/kit/later.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { OpenerButton, usePanelOpener } from "#web/kit/popover-button.tsx";
import { PermittedLink } from "#web/kit/button.tsx";
import type { WorkflowState } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { newRuleAddress } from "./rule-words.ts";

/** Runs code of the rule editor's files, which loads when something is downloaded. */
export const withFileCode = (act: (code: typeof import("./save-rules.ts")) => void): void =>
  void import("./save-rules.ts").then(act, () => notify(notLoaded));

export const CreateRule = () => (
  <PermittedLink permission={editingRules} variant="filled" {...newRuleAddress}>
    {/* The label of a button has a gap between its elements. */}
    <span>
      Create <span className="rule-list__wide">rule</span>
    </span>
  </PermittedLink>
);

/** Shown instead of the list when there are no rules at all. */
export const NoRules = () => (
  <Notice title="No mapping rules yet" blank tone="still" actions={<CreateRule />}>
    <p>
      A mapping rule changes data during a workflow event, such as titles, prices or order fields.
      Create one to start.
    </p>
  </Notice>
);

const RuleMenu = later(async () => (await import("./rule-menu.tsx")).RuleMenu);

interface RuleListMenuProps {
  rules: readonly MappingRule[];
  workflow: WorkflowState;
}

/** The commands for the list as a whole. */
export const RuleListMenu = ({ rules, workflow }: RuleListMenuProps) => {
  const { button, panel } = usePanelOpener("menu", RuleMenu.load);
  const shown = formatCount(rules.length, "rule");
  const navigate = useNavigate();
  const exportRules = () => withFileCode((code) => void code.saveRules(rules, workflow));
  useScreenActions([
    rules.length > 0 &&
      workflow.status !== "pending" && {
        label: `Export ${shown} as JSON`,
        run: exportRules,
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
      {panel && (
        <RuleMenu
          {...panel}
          rules={rules}
          workflow={workflow}
          onExport={exportRules}
          onDownloadCatalog={() => withFileCode((code) => code.saveCatalog(workflow))}
        />
      )}
    </>
  );
};
