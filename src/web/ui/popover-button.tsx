import "./popover-button.css";
import { Input, Popover } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { OpenerButton } from "./opener-button.tsx";
import { Panel } from "./panel.tsx";
import { useScreenActions } from "./screen-actions.ts";

interface PopoverButtonProps {
  /** When left out, only the icon is shown and the title is its accessible name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
  /** The content of the panel; a function receives `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Looks like the fields next to it. */
  field?: boolean;
  /** Called when the panel opens or closes. */
  onTurn?: (open: boolean) => void;
}

/** A nested panel is rendered inside the outer one: a click in it must not count as a click outside. */
const Nested = createContext(false);

/** A button that opens a small panel of controls, which closes on Escape and on a click outside. */
export const PopoverButton = (props: PopoverButtonProps) => {
  const { label, icon, title, children, field, onTurn } = props;
  const [opened, setOpened] = useState(false);
  const nested = useContext(Nested);
  const turn = (next: boolean) => {
    setOpened(next);
    onTurn?.(next);
  };
  const onClick = () => turn(!opened);
  const close = () => turn(false);
  useScreenActions([
    label !== undefined && !field && !nested && { label: title, run: () => turn(true) },
  ]);
  return (
    <Popover
      trapFocus
      opened={opened}
      position="bottom-end"
      floatingStrategy={nested ? "fixed" : "absolute"}
      withinPortal={!nested}
      onChange={turn}
    >
      <Popover.Target>
        {field ? (
          <Input
            component="button"
            type="button"
            pointer
            className="popover__field"
            title={title}
            onClick={onClick}
            rightSection={<IconSelector size={16} aria-hidden="true" />}
            rightSectionPointerEvents="none"
          >
            <span className="popover__label">{label}</span>
          </Input>
        ) : (
          <OpenerButton label={label} icon={icon} title={title} onClick={onClick} />
        )}
      </Popover.Target>
      <Popover.Dropdown className="popover">
        <Nested value={true}>
          <Panel onClose={close}>
            {typeof children === "function" ? children(close) : children}
          </Panel>
        </Nested>
      </Popover.Dropdown>
    </Popover>
  );
};
