import { ActionIcon, Button, Input } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import {
  type ComponentPropsWithRef,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useState,
} from "react";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { later } from "./later.tsx";
import "./popover-button.css";

/**
 * The button of a panel or menu whose code loads later: its properties, and what the panel needs once it is opened.
 * `prepare` loads the code when a person is about to open it.
 */
export const usePanelOpener = (
  kind: "dialog" | "menu",
  prepare: () => Promise<void>,
  onTurn?: (opened: boolean) => void,
) => {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const turn = (next: boolean) => {
    setOpened(next);
    onTurn?.(next);
  };
  const close = () => turn(false);
  // A failure is reported when it opens.
  const startLoading = () => void prepare().catch(() => undefined);
  const button = {
    ref: setOpener,
    id,
    "aria-haspopup": kind,
    "aria-expanded": opened,
    "aria-controls": opened ? `${id}-dropdown` : undefined,
    onPointerEnter: startLoading,
    onFocus: startLoading,
    onClick: () => turn(!opened),
  } as const;
  const panel = opened && opener && ({ opener, id, onClose: close, onFail: close } as const);
  return { button, panel, open: () => turn(true), close };
};

export interface OpenerLook {
  /** When left out, only the icon is shown and the title is its accessible name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
}

/** The button of a popover or a menu. */
export const OpenerButton = ({
  label,
  icon,
  title,
  ...rest
}: OpenerLook & Omit<ComponentPropsWithRef<"button">, "color" | "disabled" | "style">) =>
  label === undefined ? (
    <ActionIcon size="xs" aria-label={title} title={title} {...rest}>
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="subtle" color="gray" size="xs" leftSection={icon} title={title} {...rest}>
      {label}
    </Button>
  );

/** The panel's code is almost as large as that of a list, and a phone needs it for the first panel that it opens. */
const PopoverPanel = later(async () => (await import("./panels.tsx")).PopoverPanel);

interface PopoverButtonProps extends OpenerLook {
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
  const nested = useContext(Nested);
  const { button, panel, open, close } = usePanelOpener("dialog", PopoverPanel.load, onTurn);
  useScreenActions([label !== undefined && !field && !nested && { label: title, run: open }]);
  return (
    <>
      {field ? (
        <Input
          component="button"
          type="button"
          pointer
          className="popover__field"
          title={title}
          rightSection={<IconSelector size={16} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          {...button}
        >
          <span className="popover__label truncate">{label}</span>
        </Input>
      ) : (
        <OpenerButton label={label} icon={icon} title={title} {...button} />
      )}
      {panel && (
        <PopoverPanel {...panel} nested={nested}>
          <Nested value={true}>
            {typeof children === "function" ? children(close) : children}
          </Nested>
        </PopoverPanel>
      )}
    </>
  );
};
