import "./sort-button.css";
import { Checkbox, NativeSelect } from "@mantine/core";
import { IconArrowsSort } from "@tabler/icons-react";
import { memo } from "react";
import type { VisibleColumns } from "./columns-choice.ts";
import type { Column } from "./data-table-model.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { PopoverButton } from "./popover-button.tsx";
import { phone, useMedia } from "#web/base/use-media.ts";

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
