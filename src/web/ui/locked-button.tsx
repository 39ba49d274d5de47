import { Button, type ButtonProps } from "@mantine/core";
import { type ComponentPropsWithRef, useState } from "react";
import { createLater } from "./create-later.tsx";

const { Later: WhyTooltip } = createLater(
  async () => (await import("./why-tooltip.tsx")).WhyTooltip,
);

export interface LockableButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps> {}

interface LockedButtonProps extends LockableButtonProps {
  why: string;
}

/**
 * A button that stays focusable, and does nothing, for a reason. The reason describes it to screen readers, and is shown
 * on hover, focus and touch beside the same element: one that was replaced would lose the focus.
 */
export const LockedButton = ({ why, ...button }: LockedButtonProps) => {
  const [shownAt, setShownAt] = useState<HTMLElement>();
  const hide = () => setShownAt(undefined);
  return (
    <>
      <Button
        {...button}
        type="button"
        aria-disabled
        data-disabled
        aria-description={why}
        onClick={undefined}
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
