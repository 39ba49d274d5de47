import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedLink } from "#web/kit/permitted-link.tsx";
import { newRuleAddress } from "./rule-words.ts";

/** The link to a new rule. */
export const CreateRule = () => (
  <PermittedLink
    permission={mappingRuleOperations.saveMappingRule}
    variant="filled"
    {...newRuleAddress}
  >
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
