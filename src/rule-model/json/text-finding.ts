/** A message about a place of a text. */
export interface TextFinding {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  /** An error prevents the text from being applied; a warning does not. */
  readonly kind: "error" | "warning";
}
