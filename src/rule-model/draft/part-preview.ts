/** The results of the sample records for one part. Absent: nothing has been run yet, or the part cannot be run. */
export interface PartPreview {
  /** For the selected record: whether the part held, and why, in words. */
  readonly verdict?: { readonly holds: boolean; readonly reason: string };
  /** The number of sample records that a condition holds for, or that an action changes. */
  readonly matches?: number;
  readonly of?: number;
  /** For an action and the selected record: the field before and after, or why the action did nothing. */
  readonly change?:
    | { readonly before: unknown; readonly after: unknown }
    | { readonly nothing: string };
}
