import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ComponentPropsWithRef, ReactElement } from "react";
import type { Permission } from "#contract/people.ts";
import { useWhyForbidden } from "#web/api/permissions.ts";

/** Shows the reason of a locked control on hover, focus and touch; the control itself describes it to screen readers. */
export const WhyForbidden = ({
  why,
  children,
}: {
  why: string | undefined;
  children: ReactElement;
}) =>
  why === undefined ? (
    children
  ) : (
    <Tooltip label={why} multiline maw="22rem" events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );

/** The properties of a control that stays focusable, and does nothing, for a reason. */
export const lockedFor = (why: string) =>
  ({ "aria-disabled": true, "data-disabled": true, "aria-description": why }) as const;

interface PermittedButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {
  /** The operation that it leads to. */
  permission: Permission;
}

/** A button for what not every role may do: locked, with the reason, for the others. */
export const PermittedButton = ({ permission, ...button }: PermittedButtonProps) => {
  const why = useWhyForbidden(permission);
  return (
    <WhyForbidden why={why}>
      {why === undefined ? (
        <Button {...button} />
      ) : (
        <Button {...button} {...lockedFor(why)} type="button" onClick={undefined} />
      )}
    </WhyForbidden>
  );
};
