import "./rule-dialog.css";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/dialog.tsx";

interface RuleDialogProps {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  onCancel: () => void;
}

/** Versions of a rule side by side, over the screen. */
export const RuleDialog = ({ onCancel, ...parts }: RuleDialogProps) => (
  <Dialog wide {...parts} onClose={onCancel} />
);
