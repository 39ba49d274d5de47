import { Button } from "@mantine/core";
import { formatMoney } from "#web/base/format.ts";
import { fillCredit, lacksCredit } from "./credit.ts";
import { changeLines } from "./draft-changes.ts";
import { calculateCost } from "./line-fields.ts";
import type { DecisionState } from "./use-decision.ts";

/** Credits at cost all approved units without credit. */
export const FillCredit = ({ state }: { state: DecisionState }) => {
  const lines = state.decision.lines.filter(lacksCredit);
  const amount = lines.reduce((sum, { after }) => sum + calculateCost(after), 0);
  if (amount === 0) return null;
  return (
    <Button
      disabled={state.sending || state.forbidden !== undefined}
      onClick={() => state.change(changeLines(state.draft, lines, fillCredit))}
    >
      Fill credit {formatMoney(amount / 100)}
    </Button>
  );
};
