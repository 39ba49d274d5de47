import { useState } from "react";
import { createLater } from "./create-later.tsx";
import { LockableButton, type LockableProps } from "./lockable-button.tsx";

const { Later: WhyTooltip } = createLater(
  async () => (await import("./why-tooltip.tsx")).WhyTooltip,
);

interface LockedButtonProps extends LockableProps {
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
