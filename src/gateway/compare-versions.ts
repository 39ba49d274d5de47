import { createHash, randomBytes } from "node:crypto";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation } from "#contract/operation.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { readRecordId } from "./audit/describe-change.ts";
import type { Call, Forwarder, Outcome } from "./forward-call.ts";
import { describeProblem } from "./problems.ts";
import type { Subscription } from "./share-reads.ts";

/*
 * The versions of records at an upstream that has none. Each answer with a single record gets the gateway's own ETag, and a
 * change that names one that was replaced since is refused before it is sent. This finds the changes of people who
 * use this gateway. Those of other clients are found only by reading the record before a change, as the console does.
 */

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

const nameRecord = ({ operation, path, body }: Call): string | undefined => {
  const found = versioned.get(operation);
  if (found === undefined) return undefined;
  const id = found.idInBody ? readRecordId(JSON.parse(body ?? "null")) : idInPath.exec(path)?.[1];
  return id === undefined || id === null ? undefined : `${found.kind} ${id}`;
};

const prefix = '"seen-';

const shorten = (bytes: Buffer): string => `${prefix}${bytes.toString("base64url").slice(0, 22)}"`;

/** Of a whole record: equal ones have the same version. A part says nothing about the rest, so it gets a new one. */
const createTag = (body: Buffer, isPart: boolean): string =>
  shorten(isPart ? randomBytes(32) : createHash("sha256").update(body).digest());

/** A record: the version of its last answer, those that it replaced, and its changes. */
interface Seen {
  /** Undefined before the first answer, and after a change whose result is unknown. */
  tag: string | undefined;
  /** A version that is in neither was returned by another gateway: it may be the newest. */
  readonly past: Set<string>;
  /** Counts the starts and ends of changes: an answer to a read in between may be the state before. */
  moves: number;
  readonly inFlight: Set<Promise<unknown>>;
}

const mostRecords = 10_000;
const mostPast = 50;

const addPast = ({ past }: Seen, tag: string | undefined): void => {
  if (tag === undefined) return;
  past.add(tag);
  const [oldest] = past;
  if (past.size > mostPast && oldest !== undefined) past.delete(oldest);
};

const setVersion = (seen: Seen, tag: string | undefined): void => {
  if (seen.tag !== tag) addPast(seen, seen.tag);
  seen.tag = tag;
  if (tag !== undefined) seen.past.delete(tag);
};

const withTag = (outcome: Outcome, tag: string): Outcome =>
  outcome.verdict.kind === "success"
    ? { ...outcome, verdict: { ...outcome.verdict, etag: tag } }
    : outcome;

/** The version of an answer without an ETag; undefined for any other. */
const tagOf = ({ operation }: Call, { verdict, answer }: Outcome): string | undefined =>
  verdict.kind === "success" && verdict.etag === undefined && answer?.kind === "answer"
    ? createTag(answer.body, versioned.get(operation)?.answersPart === true)
    : undefined;

const mayHaveChanged = ({ verdict }: Outcome): boolean =>
  verdict.kind === "failure" && describeProblem(verdict.failure, "").outcome !== "refused";

const changedSince: Outcome = {
  verdict: {
    kind: "failure",
    failure: {
      kind: "record-changed",
      detail: "Another change was saved first. Nothing was sent.",
    },
    status: undefined,
    tokenRefused: false,
    retryAfterMs: undefined,
  },
  queueMs: 0,
  upstreamMs: 0,
};

/** A forwarder that compares the versions of records where the upstream doesn't. */
export const compareVersions = (forwarder: Forwarder): Forwarder => {
  const records = new Map<string, Seen>();

  const find = (name: string): Seen => {
    const seen = records.get(name) ?? {
      tag: undefined,
      past: new Set(),
      moves: 0,
      inFlight: new Set(),
    };
    // The records that were used last are at the end.
    records.delete(name);
    records.set(name, seen);
    for (const [oldest, { inFlight }] of records) {
      if (records.size <= mostRecords) break;
      if (inFlight.size === 0) records.delete(oldest);
    }
    return seen;
  };

  const read = (call: Call, name: string): Subscription<Outcome> => {
    const seen = find(name);
    const { moves } = seen;
    const { result, unsubscribe } = forwarder.send(call);
    const tagged = result.then((outcome) => {
      const tag = tagOf(call, outcome);
      if (tag === undefined) return outcome;
      if (seen.moves === moves) setVersion(seen, tag);
      else if (seen.tag !== tag) addPast(seen, tag);
      return withTag(outcome, tag);
    });
    return { result: tagged, unsubscribe };
  };

  const follow = async (
    call: Call,
    seen: Seen,
    sent: Subscription<Outcome>,
    ifMatch?: string,
  ): Promise<Outcome> => {
    seen.moves += 1;
    seen.inFlight.add(sent.result);
    try {
      const outcome = await sent.result;
      const tag = tagOf(call, outcome);
      if (tag !== undefined || mayHaveChanged(outcome)) {
        addPast(seen, ifMatch);
        setVersion(seen, tag);
      }
      return tag === undefined ? outcome : withTag(outcome, tag);
    } finally {
      seen.moves += 1;
      seen.inFlight.delete(sent.result);
    }
  };

  const change = (call: Call, name: string): Subscription<Outcome> => {
    const seen = find(name);
    const { ifMatch } = call;
    if (!ifMatch?.startsWith(prefix)) {
      const sent = forwarder.send(call);
      return { result: follow(call, seen, sent), unsubscribe: sent.unsubscribe };
    }
    let sent: Subscription<Outcome> | undefined;
    const compareAndSend = async () => {
      while (seen.inFlight.size > 0) await Promise.allSettled(seen.inFlight);
      if (seen.past.has(ifMatch)) return changedSince;
      sent = forwarder.send({ ...call, ifMatch: undefined });
      return follow(call, seen, sent, ifMatch);
    };
    return { result: compareAndSend(), unsubscribe: () => sent?.unsubscribe() };
  };

  return {
    ...forwarder,
    send: (call) => {
      const name = nameRecord(call);
      if (name === undefined) return forwarder.send(call);
      return call.operation.changesState ? change(call, name) : read(call, name);
    },
  };
};
