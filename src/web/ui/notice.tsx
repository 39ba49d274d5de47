import "./notice.css";
import type { ReactNode } from "react";
import type { Tone } from "./status-badge.tsx";

interface NoticeProps {
  title: string;
  tone?: Tone;
  children?: ReactNode;
  actions?: ReactNode;
  /** Read out at once by a screen reader. */
  alert?: boolean;
  /** Without a frame, in the place of a list's rows. */
  blank?: boolean;
}

/** Something a person should know here, and what they can do about it. */
export const Notice = ({ title, tone = "calm", children, actions, alert, blank }: NoticeProps) => (
  <div
    className={blank ? "notice notice--blank" : "notice"}
    data-tone={tone}
    role={alert ? "alert" : undefined}
  >
    <h3>{title}</h3>
    {children}
    {actions && <div className="row">{actions}</div>}
  </div>
);
