/** The width of a control; the usual width when left out. */
export type RowInputSize = "short" | "long";

/** A group of boxes or radios in the open row. */
export const rowGroup = (label: string, size?: RowInputSize) => ({
  label,
  className: "row-control",
  wrapperProps: { "data-size": size },
});

interface RowInput {
  label: string;
  /** The id of the problem shown for it. */
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
}

/** The properties of one Mantine input in the open row. The row's problems appear below all of its controls. */
export const rowInput = ({ label, describedBy, invalid }: RowInput, size?: RowInputSize) => ({
  ...rowGroup(label, size),
  error: invalid === true,
  // The input sets aria-describedby itself and would drop one passed as a plain property.
  ...(describedBy !== undefined && {
    attributes: { input: { "aria-describedby": describedBy } },
  }),
});
