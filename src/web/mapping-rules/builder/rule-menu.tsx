import { IconCopy, IconPrinter } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";

/** What can be done with a saved rule as a whole. */
export const RuleMenu = ({ id }: { id: string }) => (
  <>
    <ButtonLink
      variant="subtle"
      color="gray"
      to="/mapping-rules/new"
      search={{ copy: id }}
      title="A new rule that begins as this one was last saved"
      leftSection={<IconCopy aria-hidden="true" />}
    >
      Duplicate
    </ButtonLink>
    <ButtonLink
      variant="subtle"
      color="gray"
      to="/mapping-rules/print"
      search={{ ids: id }}
      title="The rule in words, as it was last saved"
      leftSection={<IconPrinter aria-hidden="true" />}
    >
      Print
    </ButtonLink>
  </>
);
