import { Kbd } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { PopoverButton } from "./popover-button.tsx";
import { SingleKeysSwitch } from "./single-keys-switch.tsx";

const listKeys = [
  ["↓ ↑", "next and previous row"],
  ["Home End", "first and last row"],
  ["Enter", "open the row"],
  ["j k", "go to the rows, then next and previous"],
  ["x", "select the row"],
  ["/", "go to search"],
  ["Ctrl K", "search screens, records and actions, from any screen"],
] as const;

type Keys = readonly (readonly [keys: string, act: string])[];

/** Shows the keyboard shortcuts of a list, or those given, and a switch for single-letter ones. */
export const ListKeys = ({ keys = listKeys, more = [] }: { keys?: Keys; more?: Keys }) => (
  <PopoverButton
    title="Keyboard shortcuts"
    icon={<IconKeyboard aria-hidden="true" />}
    label="Shortcuts"
  >
    <dl className="list-keys">
      {[...keys, ...more].map(([key, act]) => (
        <div key={key}>
          <dt>
            <Kbd>{key}</Kbd>
          </dt>
          <dd>{act}</dd>
        </div>
      ))}
    </dl>
    <SingleKeysSwitch className="popover__check" />
  </PopoverButton>
);
