import { IconKeyboard } from "@tabler/icons-react";
import { KeyList, type Keys, SingleKeysSwitch } from "./key-list.tsx";
import { consoleKeys, listKeys, shortcutsTitle } from "#web/base/keys.ts";
import { PopoverButton } from "./popover-button.tsx";

const allListKeys: Keys = [...listKeys, ...consoleKeys];

/** Shows the keyboard shortcuts of a list, or those given, and a switch for single-letter ones. */
export const ListKeys = ({ keys = allListKeys, more = [] }: { keys?: Keys; more?: Keys }) => (
  <PopoverButton
    title={shortcutsTitle}
    icon={<IconKeyboard aria-hidden="true" />}
    label="Shortcuts"
  >
    <div className="list-keys">
      <KeyList keys={[...keys, ...more]} />
    </div>
    <SingleKeysSwitch className="popover__check" />
  </PopoverButton>
);
