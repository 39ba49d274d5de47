import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type ComponentPropsWithRef, useState } from "react";
import type { Permission } from "#contract/people.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { later } from "./later.tsx";

/** A reason beside an element. */
export const WhyTooltip = later(async () => (await import("./panels.tsx")).WhyTooltip);

export interface LockableProps
  extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {}

/**
 * A button that looks disabled while it is locked, does nothing on a click, and keeps the focus, which a disabled one
 * loses. A locked submit button still submits: the form then shows its problems.
 */
export const LockableButton = ({
  locked,
  onClick,
  ...button
}: LockableProps & { locked: boolean }) => (
  <Button
    {...button}
    aria-disabled={locked}
    data-disabled={locked}
    onClick={locked ? undefined : onClick}
  />
);

/**
 * A button that stays focusable, and does nothing, for a reason. The reason describes it to screen readers, and is shown
 * on hover, focus and touch beside the same element: one that was replaced would lose the focus.
 */
export const LockedButton = ({ why, ...button }: LockableProps & { why: string }) => {
  const [shownAt, setShownAt] = useState<HTMLElement>();
  const hide = () => setShownAt(undefined);
  return (
    <>
      <LockableButton
        {...button}
        type="button"
        locked
        aria-description={why}
        onMouseEnter={({ currentTarget }) => setShownAt(currentTarget)}
        onMouseLeave={hide}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(":focus-visible") && setShownAt(currentTarget)
        }
        onBlur={hide}
        onKeyDown={({ key }) => key === "Escape" && hide()}
      />
      {shownAt && <WhyTooltip why={why} target={shownAt} onFail={hide} />}
    </>
  );
};

/** The operation that a control leads to. */
interface Permitted {
  permission: Permission;
}

/** A button for what not every role may do: locked, with the reason, for the others. */
export const PermittedButton = ({ permission, ...button }: LockableProps & Permitted) => {
  const why = useWhyForbidden(permission);
  return why === undefined ? <Button {...button} /> : <LockedButton {...button} why={why} />;
};

type AnchorProps = ButtonProps & Omit<ComponentPropsWithRef<"a">, keyof ButtonProps>;

const ButtonAnchor = (props: AnchorProps) => <Button component="a" {...props} />;

/** A link to another screen that looks like a button; the compiler checks its address as it does for a Link. */
export const ButtonLink = createLink(ButtonAnchor);

const PermittedAnchor = ({ permission, ...link }: AnchorProps & Permitted) => {
  const why = useWhyForbidden(permission);
  if (why === undefined) return <ButtonAnchor {...link} />;
  // How it looks, without what makes it a link.
  const { variant, size, color, leftSection, className, children } = link;
  const look = { variant, size, color, leftSection, className, children } as ButtonProps;
  return <LockedButton {...look} why={why} />;
};

/** A `<ButtonLink>` to a screen that changes something: locked, with the reason, where the role forbids the change. */
export const PermittedLink = createLink(PermittedAnchor);
