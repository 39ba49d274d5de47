import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";
import type { Permission } from "#contract/people.ts";
import { useWhyForbidden } from "#web/base/permissions.ts";
import { LockedButton } from "./locked-button.tsx";

interface AnchorProps extends ButtonProps, Omit<ComponentPropsWithRef<"a">, keyof ButtonProps> {
  permission: Permission;
}

/** How it looks, without what makes it a link. */
const styleOf = ({
  variant,
  size,
  color,
  leftSection,
  className,
  children,
}: Partial<ButtonProps> & Pick<AnchorProps, "children">) =>
  ({ variant, size, color, leftSection, className, children }) as ButtonProps;

const PermittedAnchor = ({ permission, ...link }: AnchorProps) => {
  const why = useWhyForbidden(permission);
  return why === undefined ? (
    <Button component="a" {...link} />
  ) : (
    <LockedButton {...styleOf(link)} why={why} />
  );
};

/** A `<ButtonLink>` to a screen that changes something: locked, with the reason, where the role forbids the change. */
export const PermittedLink = createLink(PermittedAnchor);
