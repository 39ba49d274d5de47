import { Radio, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Side } from "./field-draft.ts";

interface SideChoiceProps {
  label: ReactNode;
  hint?: ReactNode;
  labels: Readonly<Record<Side, ReactNode>>;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

/** The choice between what is there and what was typed; neither is chosen at first. */
export const SideChoice = ({ label, hint, labels, chosen, onChoose }: SideChoiceProps) => (
  <Radio.Group
    label={label}
    description={hint}
    value={chosen ?? null}
    onChange={(side) => onChoose(side as Side)}
  >
    <Stack gap="xs">
      {(["theirs", "mine"] as const).map((side) => (
        <Radio key={side} value={side} label={labels[side]} />
      ))}
    </Stack>
  </Radio.Group>
);
