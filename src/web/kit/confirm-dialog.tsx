import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { LockableButton } from "./lockable-button.tsx";

interface Choice {
  label: string;
  kind?: "primary" | "danger";
  /** Has the initial focus, so that Enter confirms: for a dialog that a person sees many times a day. */
  first?: boolean;
  /** It does nothing for now; the content says why. */
  locked?: boolean;
  onChoose: () => void;
}

const buttonStyles = {
  primary: { variant: "filled" },
  danger: { variant: "outline", color: "red" },
} as const;

const autofocus = { "data-autofocus": true } as const;

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  choices: readonly Choice[];
  /**
   * Closes the dialog without an action, like Escape. It has the initial focus, so that an accidental Enter does no
   * harm.
   */
  cancelLabel?: string;
  onCancel: () => void;
}

/** Asks for confirmation of a step without undo. Render it only while it is open. */
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
        {choices.map(({ label, kind = "primary", first, locked = false, onChoose }) => (
          <LockableButton
            key={label}
            {...buttonStyles[kind]}
            {...(first && autofocus)}
            locked={locked}
            onClick={onChoose}
          >
            {label}
          </LockableButton>
        ))}
      </>
    }
  >
    {children}
  </Dialog>
);
