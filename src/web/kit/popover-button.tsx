import "./popover-button.css";
import { Input } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext } from "react";
import { createLater } from "./create-later.tsx";
import { OpenerButton } from "./opener-button.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { usePanelOpener } from "./use-panel-opener.ts";

/** The panel's code is almost as large as that of a list, and a phone needs it for the first panel that it opens. */
const { Later: PopoverPanel, load } = createLater(
  async () => (await import("./popover-panel.tsx")).PopoverPanel,
);

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
  const nested = useContext(Nested);
  const { button, panel, open, close } = usePanelOpener("dialog", load, onTurn);
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
          <span className="popover__label">{label}</span>
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
