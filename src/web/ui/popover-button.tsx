import "./popover-button.css";
import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { type ReactNode, useId, useRef } from "react";

interface PopoverButtonProps {
  /** Left out, the icon stands alone, and the title is its name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
  children: ReactNode;
  /** As wide and as framed as the fields that it stands among. */
  field?: boolean;
  /** Told when the panel opens and closes. */
  onTurn?: (open: boolean) => void;
}

const gap = 4;

/** A button with a small panel below it: the browser's own popover, which closes on Escape and on a click elsewhere. */
export const PopoverButton = ({
  label,
  icon,
  title,
  children,
  field,
  onTurn,
}: PopoverButtonProps) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !panel.current) return;
    const { style, offsetWidth, offsetHeight } = panel.current;
    const top =
      at.bottom + gap + offsetHeight > innerHeight
        ? Math.max(gap, at.top - gap - offsetHeight)
        : at.bottom + gap;
    style.top = `${top}px`;
    style.left = `${Math.max(gap, Math.min(at.right - offsetWidth, innerWidth - offsetWidth - gap))}px`;
  };
  return (
    <>
      {field ? (
        <UnstyledButton
          ref={button}
          className="input popover__field"
          popoverTarget={id}
          title={title}
        >
          <span className="popover__label">{label}</span>
        </UnstyledButton>
      ) : label === undefined ? (
        <ActionIcon ref={button} size="xs" popoverTarget={id} title={title}>
          {icon}
        </ActionIcon>
      ) : (
        <Button
          ref={button}
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={icon}
          popoverTarget={id}
          title={title}
        >
          {label}
        </Button>
      )}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover"
        aria-label={title}
        role="group"
        onToggle={({ newState }) => {
          place();
          onTurn?.(newState === "open");
        }}
      >
        {children}
      </div>
    </>
  );
};
