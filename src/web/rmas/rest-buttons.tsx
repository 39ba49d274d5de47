import { Button } from "@mantine/core";
import type { Side } from "./draft-changes.ts";

const ways = [
  { side: "approvedQuantity", label: "Approve rest" },
  { side: "deniedQuantity", label: "Deny rest" },
] as const satisfies readonly { side: Side; label: string }[];

interface RestButtonsProps {
  /** Whose rest: "all lines", or what a line is called. */
  of: string;
  /** The buttons say it too, where nothing beside them does. */
  spelled?: boolean;
  /** Why there is nothing to decide; undefined where there is. */
  why: string | undefined;
  onRest: (side: Side) => void;
}

/** Decides what is left, either way. */
export const RestButtons = ({ of, spelled = false, why, onRest }: RestButtonsProps) =>
  ways.map(({ side, label }) => (
    <Button
      key={side}
      size="xs"
      disabled={why !== undefined}
      title={why}
      aria-label={`${label} of ${of}`}
      onClick={() => onRest(side)}
    >
      {spelled ? `${label} of ${of}` : label}
    </Button>
  ));
