import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/dialog.tsx";

interface PlainDialogProps {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
}

/** A dialog to view or choose from. Escape and a click outside close it. */
export const PlainDialog = ({ title, children, foot, onClose }: PlainDialogProps) => (
  <Dialog
    wide
    closesBeside
    title={title}
    onClose={onClose}
    foot={
      <>
        {foot}
        <Button onClick={onClose}>Close</Button>
      </>
    }
  >
    {children}
  </Dialog>
);
