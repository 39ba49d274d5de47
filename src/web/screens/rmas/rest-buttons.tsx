import { IconCheck, IconX } from "@tabler/icons-react";
import { KeyHint } from "./key-hint.tsx";
import type { Side } from "./decide.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";

/** The two decisions, distinguished by word, icon and color. */
export const sides = {
  approvedQuantity: {
    verb: "Approve",
    key: "A",
    sign: <IconCheck className="side-sign" data-side="approve" aria-hidden="true" />,
  },
  deniedQuantity: {
    verb: "Deny",
    key: "D",
    sign: <IconX className="side-sign" data-side="deny" aria-hidden="true" />,
  },
} as const;

interface RestButtonProps {
  side: Side;
  /** The units of one line, or of all lines. */
  of: { line: string } | "all";
  /** The reason why there is nothing to decide; undefined if there is something. */
  why: string | undefined;
  onRest: (side: Side) => void;
}

/** Decides the remaining units. Stays focusable when there are none, so that the focus is not lost. */
export const RestButton = ({ side, of, why, onRest }: RestButtonProps) => {
  const { verb, key, sign } = sides[side];
  const isAll = of === "all";
  return (
    <LockableButton
      size="xs"
      leftSection={sign}
      locked={why !== undefined}
      title={why ?? (isAll ? `${verb} the rest of all lines (${key})` : undefined)}
      aria-keyshortcuts={key}
      aria-label={isAll ? undefined : `${verb} rest of ${of.line}`}
      onClick={() => onRest(side)}
    >
      {isAll ? `${verb} all remaining` : `${verb} rest`}
      {isAll && <KeyHint>{key}</KeyHint>}
    </LockableButton>
  );
};
