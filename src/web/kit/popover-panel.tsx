import "./popover-panel.css";
import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { PanelAnchor } from "./panel-anchor.tsx";
import { Panel } from "./panel.tsx";

interface PopoverPanelProps {
  /** The button that opened it. */
  opener: HTMLElement;
  /** The id of the button, which names the panel. */
  id: string;
  /** In another panel: rendered inside it. */
  nested: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The open panel of a `PopoverButton`. */
export const PopoverPanel = ({ opener, id, nested, onClose, children }: PopoverPanelProps) => (
  <Popover
    trapFocus
    opened
    id={id}
    position="bottom-end"
    floatingStrategy={nested ? "fixed" : "absolute"}
    withinPortal={!nested}
    onChange={(opened) => !opened && onClose()}
  >
    <Popover.Target>
      <PanelAnchor opener={opener} />
    </Popover.Target>
    <Popover.Dropdown className="popover">
      <Panel onClose={onClose}>{children}</Panel>
    </Popover.Dropdown>
  </Popover>
);
