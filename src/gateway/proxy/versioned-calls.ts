import { createHash, randomBytes } from "node:crypto";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation } from "#contract/operation.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { readRecordId } from "#gateway/changes/describe-change.ts";
import type { Call, Outcome } from "./forward-call.ts";

/** Where a call names its record, if that can't be in the path, and whether it answers with a part of it only. */
interface Versioned {
  readonly kind: string;
  readonly idInBody?: true;
  readonly answersPart?: true;
}

/** The operations that read or change what has a version: one record, or all items of a mapping set. */
const versioned: ReadonlyMap<Operation, Versioned> = new Map<Operation, Versioned>([
  [rmaOperations.getRma, { kind: "rma" }],
  [rmaOperations.updateRmaItems, { kind: "rma" }],
  [returnOperations.getReturn, { kind: "return" }],
  [returnOperations.updateReturn, { kind: "return" }],
  [mappingRuleOperations.listMappingRules, { kind: "rule" }],
  [mappingRuleOperations.saveMappingRule, { kind: "rule", idInBody: true }],
  [mappingSetOperations.getMappingSet, { kind: "set" }],
  [mappingSetOperations.updateMappingSet, { kind: "set" }],
  [mappingSetOperations.listMappingSetItems, { kind: "items" }],
  [mappingSetOperations.saveMappingSetItems, { kind: "items", answersPart: true }],
  [webhookOperations.getWebhookConfiguration, { kind: "webhook" }],
  [webhookOperations.updateWebhookConfiguration, { kind: "webhook" }],
]);

/** The id in a path, or in the filter of a list by one id: `/rmas/5/items`, `/workflow/mapping-rule?ids=5`. */
const idInPath = /(?:\/|[?&]ids=)(\d+)(?:\/items?)?$/;

/** The kind and id of the record that a call reads or changes; undefined if it has no version. */
export const nameRecord = ({ operation, path, body }: Call): string | undefined => {
  const found = versioned.get(operation);
  if (found === undefined) return undefined;
  const id = found.idInBody ? readRecordId(JSON.parse(body ?? "null")) : idInPath.exec(path)?.[1];
  return id === undefined || id === null ? undefined : `${found.kind} ${id}`;
};

/** Begins each version that a gateway issued. */
const prefix = '"seen-';

const shorten = (bytes: Buffer): string => `${prefix}${bytes.toString("base64url").slice(0, 22)}"`;

/** Of a whole record: equal ones have the same version. A part says nothing about the rest, so it gets a new one. */
const createTag = (body: Buffer, isPart: boolean): string =>
  shorten(isPart ? randomBytes(32) : createHash("sha256").update(body).digest());

/** The version of an answer without an ETag; undefined for any other. */
export const tagOf = ({ operation }: Call, { verdict, answer }: Outcome): string | undefined =>
  verdict.kind === "success" && verdict.etag === undefined && answer?.kind === "answer"
    ? createTag(answer.body, versioned.get(operation)?.answersPart === true)
    : undefined;

/** The version that a change names, if a gateway issued it. */
export const issuedVersion = ({ ifMatch }: Call): string | undefined =>
  ifMatch?.startsWith(prefix) ? ifMatch : undefined;
