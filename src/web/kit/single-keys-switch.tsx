import { Checkbox } from "@mantine/core";
import { setSettings, useSetting } from "#web/base/settings.ts";

/** Turns single-letter shortcuts on or off in this browser. */
export const SingleKeysSwitch = ({ className }: { className?: string }) => (
  <Checkbox
    {...(className !== undefined && { className })}
    label="Single-key shortcuts"
    checked={useSetting("singleKeys") === "on"}
    onChange={({ target }) => setSettings({ singleKeys: target.checked ? "on" : "off" })}
  />
);
