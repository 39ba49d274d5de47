import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Drawer } from "#web/ui/drawer.tsx";
import { counted } from "#web/ui/format.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { withoutFilters } from "./product-address.ts";

interface FindFiltersProps {
  /** How many things the search is narrowed by. */
  narrowed: number;
  /** How many products fit; undefined while nobody knows. */
  total: number | undefined;
  children: ReactNode;
}

const doneWith = (total: number | undefined): string => {
  if (total === undefined) return "Show products";
  return total === 0 ? "No matching products" : `Show ${counted(total, "product")}`;
};

/** The filters in windows without room for them beside the rows. */
export const FindFilters = ({ narrowed, total, children }: FindFiltersProps) => {
  const { filter } = useListSearch();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-haspopup="dialog"
        title="Filters"
        onClick={() => setOpen(true)}
        leftSection={<IconFilter aria-hidden="true" />}
      >
        Filters{narrowed > 0 && ` (${narrowed})`}
      </Button>
      {open && (
        <Drawer
          title="Filters"
          note={total === undefined ? "" : counted(total, "product")}
          done={doneWith(total)}
          actions={
            narrowed > 0 && <Button onClick={() => filter(withoutFilters)}>Clear filters</Button>
          }
          onClose={() => setOpen(false)}
        >
          {children}
        </Drawer>
      )}
    </>
  );
};
