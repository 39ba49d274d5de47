import "./rule-dialog.css";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/dialog.tsx";

interface RuleDialogProps {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  onCancel: () => void;
}

/** A dialog that compares versions of a rule. */
export const RuleDialog = ({ onCancel, ...parts }: RuleDialogProps) => (
  <Dialog wide {...parts} onClose={onCancel} />
);
