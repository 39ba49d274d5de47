import "./copy-button.css";
import { ActionIcon, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect } from "react";
import { copyRefused } from "./copy-to-clipboard.ts";
import { notify } from "./notify.ts";

interface CopyProps {
  text: string;
  what: string;
}

const Copy = ({ text, what }: CopyProps) => {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (copied) notify(`${text} copied`);
  }, [copied, text]);
  useEffect(() => {
    if (error) notify(copyRefused);
  }, [error]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
      <ActionIcon
        className="copy-button"
        size="sm"
        aria-label={`Copy ${what} ${text}`}
        onClick={() => copy(text)}
      >
        <Icon aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
};

/** A small button that copies a code to the clipboard. */
export const CopyButton = ({ text, what }: { text: string | null | undefined; what: string }) =>
  text ? <Copy text={text} what={what} /> : null;
