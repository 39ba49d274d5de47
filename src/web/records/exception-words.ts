import {
  type CopyStates,
  type ExceptionKind,
  exceptionKinds,
  type Figures,
} from "#contract/figures.ts";

interface ExceptionWords {
  /** Several of them, as a tab and a row name them. */
  readonly label: string;
  readonly one: string;
}

/** The names of the kinds of exceptions. */
export const exceptionWords: Readonly<Record<ExceptionKind, ExceptionWords>> = {
  "unknown-change": { label: "Unknown changes", one: "Unknown change" },
  "order-error": { label: "Order errors", one: "Order error" },
  "return-error": { label: "Return errors", one: "Return error" },
  webhook: { label: "Failing webhooks", one: "Failing webhook" },
  "late-decision": { label: "Late decisions", one: "Late decision" },
  "late-shipment": { label: "Late shipments", one: "Late shipment" },
};

/** How many exceptions there are of all kinds. */
export const sumExceptions = ({ exceptions }: Pick<Figures, "exceptions">): number =>
  exceptionKinds.reduce((sum, kind) => sum + (exceptions[kind] ?? 0), 0);

/** Which of the copies a kind is counted from; undefined: none. */
export const copyOfException = {
  "unknown-change": undefined,
  "order-error": "purchase-orders",
  "return-error": "rmas",
  webhook: "webhooks",
  "late-decision": "rmas",
  "late-shipment": "purchase-orders",
} as const satisfies Record<ExceptionKind, keyof CopyStates | undefined>;

/** Whether a copy is only partly there, or not at all. */
export const lacksRecords = (state: CopyStates["rmas"]): boolean =>
  state.phase === "off" || state.phase === "unlisted";
