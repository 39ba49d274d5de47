import type { RecordKind } from "#web/base/list-search.ts";
import { kindNouns } from "#web/records/record-kinds.ts";

/** The kinds of record that the API lists by number. */
export type NumberedKind = Extract<RecordKind, "rmas" | "purchase-orders">;

/** The effect of choosing an option. */
export type PaletteAct =
  | {
      readonly kind: "open";
      readonly path: string;
      /** Focuses the product search. */
      readonly toSearch?: true;
    }
  | { readonly kind: "run"; readonly run: () => void }
  /** Finds the record with one request, and opens it. */
  | { readonly kind: "find"; readonly of: NumberedKind; readonly number: string };

export interface PaletteOption {
  /** Unique among all options. */
  readonly id: string;
  readonly label: string;
  /** Shown beside the label: the kind of record, for example. */
  readonly detail: string;
  /** Other words to find it by. */
  readonly words?: string;
  readonly act: PaletteAct;
  /** Why it can't be chosen; shown when a person tries. */
  readonly locked?: string | undefined;
}

export interface PaletteGroup {
  readonly title: "Recent" | "Go to" | "Actions" | "Records";
  readonly options: readonly PaletteOption[];
}

interface OpenedRecord {
  readonly kind: RecordKind;
  readonly id: number;
  readonly label: string;
  readonly channel?: number | undefined;
  /** Another name, such as a SKU. */
  readonly also?: string;
}

/** Creates an option that opens a record. The same record always gets the same id. */
export const recordOption = ({ kind, id, label, channel, also }: OpenedRecord): PaletteOption => ({
  id: `${kind}/${id}`,
  label,
  detail: [kindNouns[kind], also].filter(Boolean).join(" "),
  words: `${id} ${kindNouns[kind]} ${also ?? ""}`,
  act: {
    kind: "open",
    path: `/${kind}/${id}${channel === undefined ? "" : `?channel=${channel}`}`,
  },
});
