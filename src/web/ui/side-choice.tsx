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

/** Selects between the record's version and the person's version; initially neither is selected. */
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
