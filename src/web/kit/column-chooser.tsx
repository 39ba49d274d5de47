import { Checkbox, NativeSelect } from "@mantine/core";
import { IconArrowsSort, IconColumns3 } from "@tabler/icons-react";
import { memo } from "react";
import { useListSearch } from "#web/base/list-search.ts";
import { phone, useMedia } from "#web/base/media.ts";
import { type Choice, needsSearch } from "./choices.ts";
import type { VisibleColumns } from "./columns-choice.ts";
import type { Column } from "./columns.tsx";
import { PopoverButton } from "./popover-button.tsx";
import { SearchedChoicesLater } from "./select.tsx";
import "./column-chooser.css";

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

interface SortButtonProps {
  columns: readonly Pick<Column<never>, "id" | "header" | "value">[];
  visible: Pick<VisibleColumns<unknown>, "visibility">;
  /** Whether the rows are one page of several. */
  isPart?: boolean;
  /** The order without a sorting, in words. */
  order?: string | undefined;
}

/** The panel's controls: the column, and the direction once there is one. */
export const SortFields = ({ columns, visible, isPart = false, order }: SortButtonProps) => {
  const { search, turn } = useListSearch();
  const { sort = "" } = search;
  const by = sort.replace(/^-/, "");
  const shown = columns.filter(({ id, value }) => value && (visible.visibility[id] || id === by));
  const isSorted = shown.some(({ id }) => id === by);
  return (
    <div className="sort-button">
      <NativeSelect
        label="Sort by"
        description={isSorted && isPart && "Sorts this page only"}
        data={[
          { value: "", label: order ? `Default order: ${order}` : "Default order" },
          ...shown.map(({ id, header }) => ({ value: id, label: header })),
        ]}
        value={by}
        onChange={(event) => turn({ sort: event.target.value })}
      />
      {isSorted && (
        <Checkbox
          label="Descending"
          checked={sort !== by}
          onChange={(event) => turn({ sort: `${event.target.checked ? "-" : ""}${by}` })}
        />
      )}
    </div>
  );
};

/** Sorts a list on a phone, where its rows are cards and the headings that sort are not visible. */
export const SortButton = memo((props: SortButtonProps) =>
  useMedia(phone) ? (
    <PopoverButton title="Sort" label="Sort" icon={<IconArrowsSort aria-hidden="true" />}>
      <SortFields {...props} />
    </PopoverButton>
  ) : null,
);
