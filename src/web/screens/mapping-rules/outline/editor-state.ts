import type { Builder } from "#rule-model/draft/builder.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { type ValueStore, createValueStore } from "#web/base/value-store.ts";

/** The open dialog and its subject. */
type OpenDialog =
  | { readonly kind: "keys" }
  | { readonly kind: "move"; readonly keys: readonly PartKey[] };

/** The state of the editor's commands in one open rule, besides the rule itself. */
export interface EditorState {
  readonly builder: Builder;
  /** The editor's root, while it is on the screen. */
  readonly root: ValueStore<HTMLElement | undefined>;
  /** The text of the live region. */
  readonly announcement: ValueStore<string>;
  /** Rows selected with Shift and the arrows. While this is empty, commands apply to the active row. */
  readonly selected: ValueStore<ReadonlySet<PartKey>>;
  /** The row under the pointer. */
  readonly hovered: ValueStore<PartKey | undefined>;
  /** The row that has the focus, in its controls too. */
  readonly focused: ValueStore<PartKey | undefined>;
  readonly dialog: ValueStore<OpenDialog | undefined>;
  /** The text field of the search. */
  readonly searchField: ValueStore<HTMLInputElement | undefined>;
  /** The last copy, for a browser that does not let the menu read its clipboard. */
  readonly copied: ValueStore<string | undefined>;
  /** The timer of the next rows that “Expand all” unfolds. */
  readonly unfolding: ValueStore<ReturnType<typeof setTimeout> | undefined>;
}

/** Created once for each rule: its toolbar, its rows and its dialogs share it. */
export const createEditorState = (builder: Builder): EditorState => ({
  builder,
  root: createValueStore<HTMLElement | undefined>(undefined),
  announcement: createValueStore(""),
  selected: createValueStore<ReadonlySet<PartKey>>(new Set()),
  hovered: createValueStore<PartKey | undefined>(undefined),
  focused: createValueStore<PartKey | undefined>(undefined),
  dialog: createValueStore<OpenDialog | undefined>(undefined),
  searchField: createValueStore<HTMLInputElement | undefined>(undefined),
  copied: createValueStore<string | undefined>(undefined),
  unfolding: createValueStore<ReturnType<typeof setTimeout> | undefined>(undefined),
});

/** Announces a text through the live region. The same text again is announced again. */
export const announce = ({ announcement }: EditorState, text: string): void =>
  announcement.set(text === announcement.get() ? `${text}\u00a0` : text);
