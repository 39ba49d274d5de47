import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { Side } from "./decide.ts";

/** The two ways to decide a unit, told apart by word, sign and color. */
export const sides = {
  approvedQuantity: {
    verb: "Approve",
    keys: "A",
    sign: <IconCheck className="side-sign" data-side="approve" aria-hidden="true" />,
  },
  deniedQuantity: {
    verb: "Deny",
    keys: "D",
    sign: <IconX className="side-sign" data-side="deny" aria-hidden="true" />,
  },
} as const;

interface RestButtonProps {
  side: Side;
  /** One line's units, or those of all lines. */
  of: { line: string } | "all";
  /** Why there is nothing to decide; undefined where there is. */
  why: string | undefined;
  onRest: (side: Side) => void;
}

/** Decides the units that are left. It stays focusable when none are, so that the focus is not lost. */
export const RestButton = ({ side, of, why, onRest }: RestButtonProps) => {
  const { verb, keys, sign } = sides[side];
  const locked = why !== undefined;
  return (
    <Button
      size="xs"
      leftSection={sign}
      aria-disabled={locked}
      data-disabled={locked}
      title={why}
      aria-keyshortcuts={of === "all" ? `Shift+${keys}` : keys}
      aria-label={of === "all" ? undefined : `${verb} rest of ${of.line}`}
      onClick={() => locked || onRest(side)}
    >
      {of === "all" ? `${verb} all remaining` : `${verb} rest`}
    </Button>
  );
};
