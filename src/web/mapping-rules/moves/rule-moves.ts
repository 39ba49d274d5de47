import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import type { ValueStore } from "#web/ui/value-store.ts";
import { createValueStore } from "#web/ui/value-store.ts";

/** What a question over the whole screen is about. */
export type OpenDialog =
  | { readonly kind: "keys" }
  | { readonly kind: "move"; readonly keys: readonly PartKey[] };

/** What moving about in one open rule needs to know, beside the rule itself. */
export interface RuleMoves {
  readonly builder: Builder;
  /** The editor's root, while it is on the screen. */
  readonly root: ValueStore<HTMLElement | undefined>;
  /** What the live region says. */
  readonly said: ValueStore<string>;
  /** Rows chosen together with Shift and the arrows. Nothing is chosen while this is empty: the active row stands for itself. */
  readonly picked: ValueStore<ReadonlySet<PartKey>>;
  /** The row under the pointer. */
  readonly hovered: ValueStore<PartKey | undefined>;
  /** The row that has the focus, in its controls too. */
  readonly focused: ValueStore<PartKey | undefined>;
  readonly dialog: ValueStore<OpenDialog | undefined>;
  /** Where the search is written. */
  readonly searchField: ValueStore<HTMLInputElement | undefined>;
  /** What was copied last, for a browser that does not let the menu read its clipboard. */
  readonly copied: ValueStore<string | undefined>;
}

const known = new WeakMap<Builder, RuleMoves>();

const make = (builder: Builder): RuleMoves => ({
  builder,
  root: createValueStore<HTMLElement | undefined>(undefined),
  said: createValueStore(""),
  picked: createValueStore<ReadonlySet<PartKey>>(new Set()),
  hovered: createValueStore<PartKey | undefined>(undefined),
  focused: createValueStore<PartKey | undefined>(undefined),
  dialog: createValueStore<OpenDialog | undefined>(undefined),
  searchField: createValueStore<HTMLInputElement | undefined>(undefined),
  copied: createValueStore<string | undefined>(undefined),
});

/** Made once for a rule: its toolbar, its rows and its dialogs share it. */
export const movesOf = (builder: Builder): RuleMoves => {
  const moves = known.get(builder) ?? make(builder);
  known.set(builder, moves);
  return moves;
};

/** Says something through the live region. The same words again are said again. */
export const say = ({ said }: RuleMoves, text: string): void =>
  said.set(text === said.get() ? `${text}\u00a0` : text);
