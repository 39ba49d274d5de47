import "./copy-button.css";
import { ActionIcon, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect } from "react";
import { capital } from "#web/base/capital.ts";
import { copyRefused } from "./copy-to-clipboard.ts";
import { notify } from "./notify.ts";

interface CopyProps {
  text: string;
  what: string;
  /** Neither the button's name nor the notification repeats the text. */
  isSecret?: boolean;
}

const Copy = ({ text, what, isSecret = false }: CopyProps) => {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (copied) notify(isSecret ? `${capital(what)} copied` : `${text} copied`);
  }, [copied, text, what, isSecret]);
  useEffect(() => {
    if (error) notify(copyRefused);
  }, [error]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
      <ActionIcon
        className="copy-button"
        size="sm"
        aria-label={isSecret ? `Copy ${what}` : `Copy ${what} ${text}`}
        onClick={() => copy(text)}
      >
        <Icon aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
};

/** A small button that copies a code to the clipboard. */
export const CopyButton = ({
  text,
  ...named
}: Omit<CopyProps, "text"> & { text: string | null | undefined }) =>
  text ? <Copy text={text} {...named} /> : null;
