import "./copy-button.css";
import { ActionIcon } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { notify } from "./notify.ts";

/** Puts a short text on the clipboard, and says so. */
export const copyToClipboard = (text: string, said: string): void => {
  // A page that came over plain http from another machine has no clipboard.
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("none"));
  writing.then(
    () => notify(said),
    () => notify("This browser lets nothing be copied from here."),
  );
};

/** A small button beside a code: one press, and it is on the clipboard. */
export const CopyButton = ({ text, what }: { text: string | null | undefined; what: string }) =>
  text ? (
    <ActionIcon
      className="copy-button"
      size="sm"
      aria-label={`Copy ${what} ${text}`}
      title={`Copy ${what}`}
      onClick={() => copyToClipboard(text, `${text} is copied.`)}
    >
      <IconCopy aria-hidden="true" />
    </ActionIcon>
  ) : null;
