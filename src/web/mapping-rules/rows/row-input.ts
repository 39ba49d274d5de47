/** How wide a control wants to be; left out, as wide as most. */
export type RowInputSize = "short" | "long";

/** A group of boxes or radios in the open row. */
export const rowGroup = (label: string, size?: RowInputSize) => ({
  label,
  className: "row-control",
  wrapperProps: { "data-size": size },
});

interface RowInput {
  label: string;
  /** The id of what is said against it. */
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
}

/** One control of the open row, as Mantine's inputs take it. What is said against the row stands below all of them. */
export const rowInput = ({ label, describedBy, invalid }: RowInput, size?: RowInputSize) => ({
  ...rowGroup(label, size),
  error: invalid === true,
  // An input writes aria-describedby itself, and would leave this one out among its own properties.
  ...(describedBy !== undefined && {
    attributes: { input: { "aria-describedby": describedBy } },
  }),
});
