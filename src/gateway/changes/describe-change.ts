import { type ChangeName, changeResources, isChangeName } from "#contract/audit.ts";
import { bulkRunOperations } from "#contract/bulk-runs.ts";
import { gatewayOperations } from "#contract/gateway-operations.ts";
import type { Operation } from "#contract/operation.ts";
import { ruleReviewOperations } from "#contract/rule-reviews.ts";
import { operationEntries } from "#contract/operations.ts";
import { readRecordId } from "#gateway/proxy/versions.ts";
import { hashRequest } from "./chain.ts";

/** A field of a request, and in how many of its entries it is set. */
interface ChangedField {
  readonly name: string;
  readonly count: number;
}

/** The subject of a changing call, without its values. */
export interface ChangeDescription {
  readonly operation: string;
  readonly resource: string;
  readonly recordId: number | null;
  readonly fields: readonly ChangedField[];
  readonly hash: string;
}

const names = new Map<Operation, string>(
  [...operationEntries, ...Object.entries(gatewayOperations)].map(([name, operation]) => [
    operation,
    name,
  ]),
);

/** A name of the API; another one may be personal data, and is not recorded. */
const fieldName = /^[A-Za-z_]\w{0,63}$/;
const maxFields = 50;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The names of the set fields of a body. In an array of entries, each counts how many entries set it. */
const listFields = (body: unknown): ChangedField[] => {
  const counts = new Map<string, number>();
  for (const entry of Array.isArray(body) ? body : [body]) {
    if (!isRecord(entry)) continue;
    for (const [name, value] of Object.entries(entry))
      if (name !== "id" && value !== null && fieldName.test(name))
        counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].slice(0, maxFields).map(([name, count]) => ({ name, count }));
};

/** The id in the path of a call: `5` in /rmas/5/items. */
const readPathId = (operation: Operation, path: string): number | null => {
  const place = operation.path.split("/").findIndex((part) => part.startsWith("{"));
  return place < 0 ? null : readRecordId({ id: Number(path.split("?")[0]?.split("/")[place]) });
};

/** The gateway's own operations, whose records have no screen. */
const ownResources: ReadonlyMap<string, string> = new Map([
  ["settleChange", "changes"],
  ["settleOwnChange", "changes"],
  ["endSessions", "sessions"],
  ...Object.keys(bulkRunOperations).map((name) => [name, "bulk-runs"] as const),
  ...Object.keys(ruleReviewOperations).map((name) => [name, "rule-reviews"] as const),
]);

const findResource = (name: string): string =>
  isChangeName(name)
    ? changeResources[name satisfies ChangeName]
    : (ownResources.get(name) ?? "other");

/** Operations whose body names their record. In a body that creates one, an ID is any number that the client sends. */
const namedInBody: ReadonlySet<string> = new Set(["saveMappingRule"]);

/** Describes a call by its operation, its path without the base address, and its body. */
export const describeChange = (
  operation: Operation,
  path: string,
  body: unknown,
): ChangeDescription => {
  const name = names.get(operation) ?? `${operation.method} ${operation.path}`;
  return {
    operation: name,
    resource: findResource(name),
    recordId: namedInBody.has(name) ? readRecordId(body) : readPathId(operation, path),
    fields: listFields(body),
    hash: hashRequest(operation.method, path, body),
  };
};
