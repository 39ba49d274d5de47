import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Sheet } from "#web/kit/screen.tsx";
import { AgeChart } from "./age-chart.tsx";
import { describeFailure } from "./figure-row.tsx";

interface AgeSheetProps extends Omit<Parameters<typeof AgeChart>[0], "asTable" | "label"> {
  title: string;
  note: ReactNode;
  error?: unknown;
  /** What is said instead of bars without records. */
  none: string;
}

/** The ages of records in a picture, with the same numbers as a table. */
export const AgeSheet = ({ title, note, error, none, ...chart }: AgeSheetProps) => {
  const [asTable, setTable] = useState(false);
  return (
    <Sheet
      title={title}
      note={
        <span className="row">
          {note}
          <Button
            disabled={!chart.counts?.some((count) => count > 0)}
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`${asTable ? "Show as chart" : "Show as table"}: ${title}`}
            onClick={() => setTable(!asTable)}
          >
            {asTable ? "Show as chart" : "Show as table"}
          </Button>
        </span>
      }
    >
      {error ? (
        <p className="age-chart__lost">{describeFailure(error)}</p>
      ) : chart.counts?.every((count) => count === 0) ? (
        <p className="age-chart__lost">{none}</p>
      ) : (
        <AgeChart {...chart} asTable={asTable} label={`${title}, as a table`} />
      )}
    </Sheet>
  );
};
