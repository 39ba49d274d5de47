import type { CSSProperties } from "react";
import type { Column } from "./data-table-model.ts";

type Widths = Pick<Column<never>, "width" | "grow">;

const pickWidth = 44;

const computeMinWidth = ({ width, grow }: Widths): number =>
  grow ? Math.round(width * 0.7) : width;

/** The column tracks for the style sheet; together they are wide enough that no column is cut off. */
export const computeTracks = (columns: readonly Widths[], picks: boolean): CSSProperties => {
  const anyGrows = columns.some(({ grow }) => grow);
  const pick = picks ? [pickWidth] : [];
  const tracks = columns.map((one) =>
    anyGrows && !one.grow ? `${one.width}px` : `minmax(${computeMinWidth(one)}px, ${one.width}fr)`,
  );
  const least = [...pick, ...columns.map(computeMinWidth)].reduce((sum, width) => sum + width, 0);
  return {
    "--table-columns": [...pick.map((width) => `${width}px`), ...tracks].join(" "),
    "--table-least": `${least}px`,
  } as CSSProperties;
};
