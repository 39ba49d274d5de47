import { Kbd } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { PopoverButton } from "./popover-button.tsx";
import { SingleKeysSwitch } from "./single-keys-switch.tsx";

const keys = [
  ["↓ ↑", "next and previous row"],
  ["Home End", "first and last row"],
  ["Enter", "open the row"],
  ["j k", "go to the rows, then next and previous"],
  ["x", "select the row"],
  ["/", "go to search"],
  ["Ctrl K", "search screens, records and actions, from any screen"],
] as const;

/** Shows the keyboard shortcuts of a list, and a switch for single-letter ones. */
export const ListKeys = ({ more = [] }: { more?: readonly (readonly [string, string])[] }) => (
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
