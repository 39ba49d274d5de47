import "./filter-sheet.css";
import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from "react";
import { counted } from "./format.ts";

const loadDrawer = () => import("./drawer.tsx");
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));

const InSheet = createContext(false);

/** Whether a filter is in the sheet: there is room there for its label, and for what the bar keeps behind a button. */
export const useInSheet = (): boolean => useContext(InSheet);

interface FilterSheetProps {
  /** How many filters are set. */
  count: number;
  /** How many rows match; undefined while that is not known. */
  total: number | undefined;
  /** What one row is called. */
  noun?: string;
  onClear: () => void;
  children: ReactNode;
}

const doneWith = (total: number | undefined, noun: string): string => {
  if (total === undefined) return `Show ${noun}s`;
  return total === 0 ? `No matching ${noun}s` : `Show ${counted(total, noun)}`;
};

/** The filters of a list, behind a button that says how many are set: for windows without room for them. */
export const FilterSheet = ({
  count,
  total,
  noun = "result",
  onClear,
  children,
}: FilterSheetProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-haspopup="dialog"
        title="Filters"
        onPointerDown={() => void loadDrawer()}
        onClick={() => setOpen(true)}
        leftSection={<IconFilter aria-hidden="true" />}
      >
        Filters{count > 0 && ` (${count})`}
      </Button>
      {open && (
        <Suspense>
          <Drawer
            title="Filters"
            note={total === undefined ? "" : counted(total, noun)}
            done={doneWith(total, noun)}
            actions={count > 0 && <Button onClick={onClear}>Clear filters</Button>}
            onClose={() => setOpen(false)}
          >
            <InSheet value={true}>{children}</InSheet>
          </Drawer>
        </Suspense>
      )}
    </>
  );
};
