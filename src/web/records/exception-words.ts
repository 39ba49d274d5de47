import type { ExceptionKind } from "#contract/figures.ts";

interface ExceptionWords {
  /** Several of them, as a tab and a row name them. */
  readonly label: string;
  readonly one: string;
  /** Inside a sentence, after a number. */
  readonly short: string;
}

/** The names of the kinds of exceptions. */
export const exceptionWords: Readonly<Record<ExceptionKind, ExceptionWords>> = {
  "unknown-change": { label: "Unknown changes", one: "Unknown change", short: "unknown changes" },
  "order-error": { label: "Order errors", one: "Order error", short: "order errors" },
  "return-error": { label: "Return errors", one: "Return error", short: "return errors" },
  webhook: { label: "Failing webhooks", one: "Failing webhook", short: "failing webhooks" },
  "late-decision": { label: "Late decisions", one: "Late decision", short: "late decisions" },
  "late-shipment": { label: "Late shipments", one: "Late shipment", short: "late shipments" },
};
