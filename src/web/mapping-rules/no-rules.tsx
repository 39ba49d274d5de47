import { ButtonLink } from "#web/ui/button-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { newRuleAddress } from "./new-rule-address.ts";

/** Shown instead of the list when there are no rules at all. */
export const NoRules = () => (
  <Notice
    title="No mapping rules yet"
    blank
    tone="still"
    actions={<ButtonLink {...newRuleAddress}>Create rule</ButtonLink>}
  >
    <p>
      A mapping rule changes data during a workflow event, such as titles, prices or order fields.
      Create one to start.
    </p>
  </Notice>
);
