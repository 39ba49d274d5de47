import "./filter-sheet.css";
import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { createLater } from "./create-later.tsx";
import { formatCount } from "#web/base/format.ts";

const { Later: Drawer, load: loadDrawer } = createLater(
  async () => (await import("./drawer.tsx")).Drawer,
);

const InSheet = createContext(false);

/**
 * Whether a filter is in the sheet, which has room for its label and for filters that the bar keeps behind a button.
 */
export const useInSheet = (): boolean => useContext(InSheet);

interface FilterSheetProps {
  /** The number of set filters. */
  count: number;
  /** The number of matching rows; undefined while unknown. */
  total: number | undefined;
  /** The name of a row's kind. */
  noun?: string;
  onClear: () => void;
  children: ReactNode;
}

const labelDone = (total: number | undefined, noun: string): string => {
  if (total === undefined) return `Show ${noun}s`;
  return total === 0 ? `No matching ${noun}s` : `Show ${formatCount(total, noun)}`;
};

/** The filters of a list, behind a button that shows the number of set ones: for narrow windows. */
export const FilterSheet = ({
  count,
  total,
  noun = "result",
  onClear,
  children,
}: FilterSheetProps) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-haspopup="dialog"
        title="Filters"
        onPointerDown={() => void loadDrawer().catch(() => undefined)}
        onClick={() => setOpen(true)}
        leftSection={<IconFilter aria-hidden="true" />}
      >
        Filters{count > 0 && ` (${count})`}
      </Button>
      {open && (
        <Drawer
          title="Filters"
          note={total === undefined ? "" : formatCount(total, noun)}
          done={labelDone(total, noun)}
          actions={count > 0 && <Button onClick={onClear}>Clear filters</Button>}
          onClose={close}
          onFail={close}
        >
          <InSheet value={true}>{children}</InSheet>
        </Drawer>
      )}
    </>
  );
};
