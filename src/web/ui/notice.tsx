import "./notice.css";
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tone } from "./status-badge.tsx";

interface NoticeProps {
  title: string;
  tone?: Tone;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced immediately by screen readers. */
  alert?: boolean;
  /** Without a frame, to replace a list's rows. */
  blank?: boolean;
}

const parts = { root: "notice", title: "notice__title", message: "notice__message" };

/** A message in place, with optional actions. */
export const Notice = ({ title, tone = "calm", children, actions, alert, blank }: NoticeProps) => (
  <Alert
    variant="default"
    classNames={parts}
    data-tone={tone}
    data-blank={blank || undefined}
    role={alert ? "alert" : "note"}
    title={
      <span role="heading" aria-level={3}>
        {title}
      </span>
    }
  >
    {children}
    {actions && <div className="row">{actions}</div>}
  </Alert>
);
