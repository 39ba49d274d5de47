import { Menu } from "@mantine/core";
import { formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import type { EmptyFieldsChoice } from "#web/kit/key-values.tsx";
import { MenuPanel } from "#web/kit/panels.tsx";

/** A rare command of one record. */
export interface RecordCommand {
  readonly label: string;
  readonly run: () => void;
}

interface RecordMenuProps {
  commands: readonly RecordCommand[];
  empty: EmptyFieldsChoice;
  opener: HTMLElement;
  /** The id of the button, which names the menu. */
  id: string;
  onClose: () => void;
}

/** The rare commands of a record's screen. */
export const RecordMenu = ({ commands, empty, ...panel }: RecordMenuProps) => {
  const count = useValue(empty.count);
  return (
    <MenuPanel {...panel}>
      {commands.map(({ label, run }) => (
        <Menu.Item key={label} onClick={run}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item disabled={count === 0} onClick={empty.toggle}>
        {empty.shown ? "Hide" : "Show"} empty fields
        {count > 0 && ` (${formatQuantity(count)})`}
      </Menu.Item>
    </MenuPanel>
  );
};
