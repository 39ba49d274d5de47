import { IconCheck, IconX } from "@tabler/icons-react";
import { KeyHint } from "./key-hint.tsx";
import type { Side } from "./decide.ts";
import { LockableButton } from "#web/ui/lockable-button.tsx";

/** The two decisions, distinguished by word, icon and color. */
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
  /** The units of one line, or of all lines. */
  of: { line: string } | "all";
  /** The keys that do the same, if they differ from the usual ones. */
  keys?: string | undefined;
  /** The reason why there is nothing to decide; undefined if there is something. */
  why: string | undefined;
  onRest: (side: Side) => void;
}

/** Decides the remaining units. Stays focusable when there are none, so that the focus is not lost. */
export const RestButton = ({ side, of, keys, why, onRest }: RestButtonProps) => {
  const { verb, keys: key, sign } = sides[side];
  return (
    <LockableButton
      size="xs"
      leftSection={sign}
      locked={why !== undefined}
      title={why ?? (keys && `${verb} the rest of all lines (${keys})`)}
      aria-keyshortcuts={keys ?? (of === "all" ? `Shift+${key}` : key)}
      aria-label={of === "all" ? undefined : `${verb} rest of ${of.line}`}
      onClick={() => onRest(side)}
    >
      {of === "all" ? `${verb} all remaining` : `${verb} rest`}
      {keys && <KeyHint>{keys}</KeyHint>}
    </LockableButton>
  );
};
