import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { capital } from "#web/base/format.ts";
import { copyRefused, writeClipboard } from "./copy-to-clipboard.ts";
import { notify } from "./notify.ts";
import { Code } from "./values.tsx";
import "./copy-button.css";

interface CopyButtonProps {
  text: string | null | undefined;
  /** What is copied, within a sentence: "order ID". */
  what: string;
  /** The button's name doesn't repeat the text. */
  isSecret?: boolean;
  /** What is shown before the icon, and copied by a click, too. */
  children?: ReactNode;
}

/** How long the tick is shown. */
const tickMs = 1_500;

/** Copies a code by a click. Its icon becomes a tick for a moment. Not a Tooltip: a page may have a hundred of them. */
export const CopyButton = ({ text, what, isSecret = false, children }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), tickMs);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!text) return children;
  const copy = () =>
    void writeClipboard(text).then(
      () => setCopied(true),
      () => notify(copyRefused),
    );
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <button
        type="button"
        className="copy-button"
        data-copied={copied || undefined}
        title={copied ? "Copied" : `Copy ${what}`}
        aria-label={isSecret ? `Copy ${what}` : `Copy ${what} ${text}`}
        onClick={copy}
      >
        {children}
        <Icon aria-hidden="true" />
      </button>
      <span className="visually-hidden" role="status">
        {copied && `${capital(what)} copied`}
      </span>
    </>
  );
};

/** An ID, number or other code that a click copies. */
export const CopyCode = ({
  value,
  what,
}: {
  value: string | number | null | undefined;
  what: string;
}) => (
  <CopyButton text={value === undefined || value === null ? "" : String(value)} what={what}>
    <Code value={value} />
  </CopyButton>
);
