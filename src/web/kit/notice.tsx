import "./notice.css";
import { Alert } from "@mantine/core";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
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

/**
 * When a notice disappears with the focus, the focus goes to the button that saves what the notice is about: its form's,
 * or the one marked `data-saves` in the same `data-save-area`.
 */
const useNextFocus = (notice: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { current } = notice;
    return () => {
      if (current?.contains(document.activeElement))
        current
          .closest("form, [data-save-area]")
          ?.querySelector<HTMLElement>("[type=submit], [data-saves]")
          ?.focus();
    };
  }, [notice]);

/** A message in place, with optional actions. */
export const Notice = ({ title, tone = "calm", children, actions, alert, blank }: NoticeProps) => {
  const notice = useRef<HTMLDivElement>(null);
  useNextFocus(notice);
  return (
    <Alert
      ref={notice}
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
};
