import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";

/** The properties of a button that may be locked. */
export interface LockableProps
  extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {}

interface LockableButtonProps extends LockableProps {
  locked: boolean;
}

/**
 * A button that looks disabled while it is locked, does nothing on a click, and keeps the focus, which a disabled one
 * loses. A locked submit button still submits: the form then shows its problems.
 */
export const LockableButton = ({ locked, onClick, ...button }: LockableButtonProps) => (
  <Button
    {...button}
    aria-disabled={locked}
    data-disabled={locked}
    onClick={locked ? undefined : onClick}
  />
);
