import { Checkbox } from "@mantine/core";
import { nameSelectAll, type RowSelection } from "./table-head.tsx";
import { phone, useMedia } from "#web/base/use-media.ts";

interface SelectAllProps {
  picks: RowSelection;
  /** Locked while there are no rows. */
  disabled?: boolean;
}

/** Selects all rows on a phone, where rows are cards and the head with its checkbox is not visible. */
export const SelectAll = ({ picks, disabled }: SelectAllProps) =>
  useMedia(phone) ? (
    <Checkbox
      label={nameSelectAll(picks)}
      disabled={disabled}
      checked={picks.all}
      onChange={picks.toggleAll}
    />
  ) : null;
