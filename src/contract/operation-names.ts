import { auditOperations } from "./audit.ts";
import { operations } from "./operations.ts";
import { receivedOrderOperations } from "./received-orders.ts";
import { peopleOperations } from "./signed-in-people.ts";

const names = new Map<unknown, string>(
  Object.entries({
    ...operations,
    ...receivedOrderOperations,
    ...auditOperations,
    ...peopleOperations,
  }).map(([name, operation]) => [operation, name]),
);

/** The name of an operation in metrics and traces: a client can't add any. Undefined for anything else. */
export const nameOperation = (operation: unknown): string | undefined => names.get(operation);
