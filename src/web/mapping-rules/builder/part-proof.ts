/** What the sample records say of one part. Absent: nothing has been run yet, or the part cannot be. */
export interface PartProof {
  /** For the one record that is looked at: whether the part held, and why, in words. */
  readonly verdict?: { readonly holds: boolean; readonly reason: string };
  /** Over all sample records: how many it holds for. For an action: how many it changes. */
  readonly matches?: number;
  readonly of?: number;
  /** For an action and the one record: the field before and after, or why it did nothing. */
  readonly change?:
    | { readonly before: unknown; readonly after: unknown }
    | { readonly nothing: string };
}
