import { IconCopy, IconPrinter } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { newRuleAddress } from "#web/mapping-rules/new-rule-address.ts";

/** The commands for a saved rule as a whole. */
export const RuleMenu = ({ id }: { id: string }) => (
  <>
    <ButtonLink
      variant="subtle"
      color="gray"
      {...newRuleAddress}
      search={{ copy: id }}
      title="A new rule with the content of the saved version of this one"
      leftSection={<IconCopy aria-hidden="true" />}
    >
      Duplicate
    </ButtonLink>
    <ButtonLink
      variant="subtle"
      color="gray"
      to="/mapping-rules/print"
      search={{ ids: id }}
      title="The saved version of the rule in words"
      leftSection={<IconPrinter aria-hidden="true" />}
    >
      Print
    </ButtonLink>
  </>
);
