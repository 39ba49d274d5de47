import { createHash } from "node:crypto";
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

/** The operations that answer with one record that can be edited, and its kind. */
const kinds: ReadonlyMap<Operation, string> = new Map<Operation, string>([
  [rmaOperations.getRma, "rma"],
  [rmaOperations.updateRmaItems, "rma"],
  [returnOperations.getReturn, "return"],
  [returnOperations.updateReturn, "return"],
  [mappingRuleOperations.listMappingRules, "rule"],
  [mappingRuleOperations.saveMappingRule, "rule"],
  [mappingSetOperations.getMappingSet, "set"],
  [mappingSetOperations.updateMappingSet, "set"],
  [webhookOperations.getWebhookConfiguration, "webhook"],
  [webhookOperations.updateWebhookConfiguration, "webhook"],
]);

/** The id in a path, or in the filter of a list by one id: `/rmas/5/items`, `/workflow/mapping-rule?ids=5`. */
const idInPath = /(?:\/|[?&]ids=)(\d+)(?:\/items)?$/;

const nameRecord = ({ operation, path, body }: Call): string | undefined => {
  const kind = kinds.get(operation);
  if (kind === undefined) return undefined;
  const inBody = operation.method === "POST" && body !== undefined;
  const id = inBody ? readRecordId(JSON.parse(body)) : idInPath.exec(path)?.[1];
  return id === undefined || id === null ? undefined : `${kind} ${id}`;
};

const prefix = '"seen-';

const hash = (body: Buffer): string =>
  `${prefix}${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

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
const tagOf = ({ verdict, answer }: Outcome): string | undefined =>
  verdict.kind === "success" && verdict.etag === undefined && answer?.kind === "answer"
    ? hash(answer.body)
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
      const tag = tagOf(outcome);
      if (tag === undefined) return outcome;
      if (seen.moves === moves) setVersion(seen, tag);
      else if (seen.tag !== tag) addPast(seen, tag);
      return withTag(outcome, tag);
    });
    return { result: tagged, unsubscribe };
  };

  const follow = async (
    seen: Seen,
    sent: Subscription<Outcome>,
    ifMatch?: string,
  ): Promise<Outcome> => {
    seen.moves += 1;
    seen.inFlight.add(sent.result);
    try {
      const outcome = await sent.result;
      const tag = tagOf(outcome);
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
      return { result: follow(seen, sent), unsubscribe: sent.unsubscribe };
    }
    let sent: Subscription<Outcome> | undefined;
    const compareAndSend = async () => {
      while (seen.inFlight.size > 0) await Promise.allSettled(seen.inFlight);
      if (seen.past.has(ifMatch)) return changedSince;
      sent = forwarder.send({ ...call, ifMatch: undefined });
      return follow(seen, sent, ifMatch);
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
