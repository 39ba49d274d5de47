import { useEffect } from "react";
import { ShellBar } from "./shell-bar.tsx";
import { Drawer } from "#web/kit/drawer.tsx";
import { updateWaitingCount } from "./watch-waiting.ts";

/** The side bar as a drawer for narrow windows. A separate file, so that wide windows do not load it. */
export const ShellDrawer = ({ onClose }: { onClose: () => void }) => {
  useEffect(updateWaitingCount, []);
  return (
    <Drawer night title="Menu" onClose={onClose}>
      <ShellBar />
    </Drawer>
  );
};
