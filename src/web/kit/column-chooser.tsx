import { Checkbox } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { type Choice, needsSearch } from "./choices.ts";
import type { VisibleColumns } from "./columns-choice.ts";
import { PopoverButton } from "./popover-button.tsx";
import { SearchedChoicesLater } from "./searched-choices-later.tsx";

interface ColumnChooserProps {
  columns: readonly { id: string; header: string; main?: boolean }[];
  visible: Pick<VisibleColumns<unknown>, "visibility" | "setVisible">;
}

/** Shown columns aren't kept above the matches: most are shown. */
const kept: readonly string[] = [];

/** Selects the visible columns of a list; the main column is always visible. */
export const ColumnChooser = ({ columns, visible }: ColumnChooserProps) => {
  const { visibility, setVisible } = visible;
  const mains = columns.filter(({ main }) => main).map(({ id }) => id);
  const choices = columns.map(({ id, header }): Choice => ({ value: id, label: header }));
  const show = (shown: readonly Choice[]) =>
    shown.map(({ value, label }) => (
      <Checkbox
        key={value}
        className="popover__check"
        label={label}
        checked={visibility[value] ?? false}
        disabled={mains.includes(value)}
        onChange={(event) => setVisible(value, event.target.checked)}
      />
    ));
  const turn = (id: string) => {
    if (!mains.includes(id)) setVisible(id, !visibility[id]);
  };
  return (
    <PopoverButton
      title="Select columns"
      icon={<IconColumns3 aria-hidden="true" />}
      label="Columns"
    >
      {needsSearch(columns.length) ? (
        <SearchedChoicesLater label="Columns" choices={choices} chosen={kept} onSelect={turn}>
          {show}
        </SearchedChoicesLater>
      ) : (
        show(choices)
      )}
    </PopoverButton>
  );
};
