/** Something about a place of a text, in words. */
export interface TextFinding {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  /** An error keeps the text from being applied; a warning does not. */
  readonly kind: "error" | "warning";
}
