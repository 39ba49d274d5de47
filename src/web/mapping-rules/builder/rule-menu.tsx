import { IconCopy, IconPrinter } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

/** What can be done with a saved rule as a whole. */
export const RuleMenu = ({ id }: { id: string }) => (
  <>
    <Link
      className="button"
      data-kind="plain"
      to="/mapping-rules/new"
      search={{ copy: id } as never}
      title="A new rule that begins as this one was last saved"
    >
      <IconCopy aria-hidden="true" /> Duplicate
    </Link>
    <Link
      className="button"
      data-kind="plain"
      to="/mapping-rules/print"
      search={{ ids: id } as never}
      title="The rule in words, as it was last saved"
    >
      <IconPrinter aria-hidden="true" /> Print
    </Link>
  </>
);
