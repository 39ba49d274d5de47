import { ButtonLink } from "#web/ui/button-link.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Shown instead of the list when there are no rules at all. */
export const NoRules = () => (
  <Notice
    title="There are no mapping rules"
    blank
    tone="still"
    actions={<ButtonLink to="/mapping-rules/new">New rule</ButtonLink>}
  >
    <p>A mapping rule transforms data within a workflow event: titles, prices, order fields.</p>
  </Notice>
);
