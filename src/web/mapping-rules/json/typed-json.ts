/** The user's text, and the rule's own text when typing started. */
export interface TypedJson {
  readonly text: string;
  readonly over: string;
}
