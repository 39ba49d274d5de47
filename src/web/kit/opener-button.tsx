import { ActionIcon, Button } from "@mantine/core";
import type { ComponentPropsWithRef, ReactNode } from "react";

export interface OpenerButtonProps extends Omit<
  ComponentPropsWithRef<"button">,
  "color" | "disabled" | "style"
> {
  /** When left out, only the icon is shown and the title is its accessible name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
}

/** The button of a popover or a menu. */
export const OpenerButton = ({ label, icon, title, ...rest }: OpenerButtonProps) =>
  label === undefined ? (
    <ActionIcon size="xs" aria-label={title} title={title} {...rest}>
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="subtle" color="gray" size="xs" leftSection={icon} title={title} {...rest}>
      {label}
    </Button>
  );
