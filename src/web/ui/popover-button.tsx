import "./popover-button.css";
import { Input, Popover } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { OpenerButton } from "./opener-button.tsx";
import { Panel } from "./panel.tsx";

interface PopoverButtonProps {
  /** Left out, the icon stands alone, and the title is its name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
  /** What is in the panel; as a function it is given the way to close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
  /** As wide and as framed as the fields that it stands among. */
  field?: boolean;
  /** Told when the panel opens and closes. */
  onTurn?: (open: boolean) => void;
}

/** A panel inside another lies in it: a press in it must not count as beside the outer one. */
const Nested = createContext(false);

/** A button with a small panel of controls below it, which closes on Escape and on a click elsewhere. */
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
