import { Checkbox } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { VisibleColumns } from "./columns-choice.ts";
import { PopoverButton } from "./popover-button.tsx";

interface ColumnChooserProps {
  columns: readonly { id: string; header: string; main?: boolean }[];
  visible: Pick<VisibleColumns<unknown>, "visibility" | "setVisible">;
}

/** Selects the visible columns of a list; the main column is always visible. */
export const ColumnChooser = ({ columns, visible }: ColumnChooserProps) => (
  <PopoverButton title="Select columns" icon={<IconColumns3 aria-hidden="true" />} label="Columns">
    {columns.map(({ id, header, main }) => (
      <Checkbox
        key={id}
        className="popover__check"
        label={header}
        checked={visible.visibility[id] ?? false}
        disabled={main}
        onChange={(event) => visible.setVisible(id, event.target.checked)}
      />
    ))}
  </PopoverButton>
);
