import { Radio, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Side } from "./field-draft.ts";

interface SideChoiceProps<S extends string> {
  label: ReactNode;
  hint?: ReactNode;
  /** The choices, in their order. */
  labels: Readonly<Partial<Record<S, ReactNode>>>;
  chosen: S | undefined;
  onChoose: (side: S) => void;
}

/** Selects between the record's version and the person's version; initially none is selected. */
export const SideChoice = <S extends string = Side>(props: SideChoiceProps<S>) => {
  const { label, hint, labels, chosen, onChoose } = props;
  return (
    <Radio.Group
      label={label}
      description={hint}
      value={chosen ?? null}
      onChange={(side) => onChoose(side as S)}
    >
      <Stack gap="xs">
        {Object.entries<ReactNode>(labels).map(([side, words]) => (
          <Radio key={side} value={side} label={words} />
        ))}
      </Stack>
    </Radio.Group>
  );
};
