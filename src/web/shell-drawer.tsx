import { ShellBar } from "./shell-bar.tsx";
import { Drawer } from "./ui/drawer.tsx";

/** The bar where a window has no room for it. A file of its own: whoever has the room never loads it. */
export const ShellDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer night title="Menu" onClose={onClose}>
    <ShellBar />
  </Drawer>
);
