import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";

interface Choice {
  label: string;
  kind?: "primary" | "danger";
  /** Has the focus first, so that Enter is the answer: for a question that a person meets many times a day. */
  first?: boolean;
  onChoose: () => void;
}

const looks = {
  primary: { variant: "filled" },
  danger: { variant: "outline", color: "red" },
} as const;

const autofocus = { "data-autofocus": true } as const;

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  choices: readonly Choice[];
  /** What stays as it is; also Escape. It has the focus first, so that no blind Enter does harm. */
  cancelLabel?: string;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back. Rendered while the question stands. */
export const ConfirmDialog = ({
  title,
  children,
  choices,
  cancelLabel = "Cancel",
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    title={title}
    onClose={onCancel}
    foot={
      <>
        <Button {...(!choices.some(({ first }) => first) && autofocus)} onClick={onCancel}>
          {cancelLabel}
        </Button>
        {choices.map(({ label, kind = "primary", first, onChoose }) => (
          <Button key={label} {...looks[kind]} {...(first && autofocus)} onClick={onChoose}>
            {label}
          </Button>
        ))}
      </>
    }
  >
    {children}
  </Dialog>
);
