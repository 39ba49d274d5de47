import { Button } from "@mantine/core";
import type { Permission } from "#contract/people.ts";
import { useWhyForbidden } from "#web/base/permissions.ts";
import type { LockableProps } from "./lockable-button.tsx";
import { LockedButton } from "./locked-button.tsx";

interface PermittedButtonProps extends LockableProps {
  /** The operation that it leads to. */
  permission: Permission;
}

/** A button for what not every role may do: locked, with the reason, for the others. */
export const PermittedButton = ({ permission, ...button }: PermittedButtonProps) => {
  const why = useWhyForbidden(permission);
  return why === undefined ? <Button {...button} /> : <LockedButton {...button} why={why} />;
};
