import { createHash, randomBytes } from "node:crypto";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation } from "#contract/operation.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { describeProblem, type Failure } from "#gateway/server/problems.ts";
import { type Call, type Forwarder, isChange, neverSent, type Outcome } from "./forward-call.ts";
import type { Subscription } from "./share-reads.ts";

/** The result of a change, as far as it tells the record's version. */
interface ChangeEnd {
  /** False: it was refused, so the record is as before. */
  readonly hasChanged: boolean;
  /** The version after it; undefined where the result is unknown. */
  readonly tag: string | undefined;
}

type Begun =
  | { readonly kind: "begun"; end(result: ChangeEnd): void }
  /**
   * The version that the change names was replaced since; the database is not responding; the client has disconnected; the
   * gateway stops, and another one's change of the record is under way.
   */
  | { readonly kind: "replaced" | "unavailable" | "gone" | "stopping" };

/** The versions of records that were seen, by the record's kind and id. */
export interface RecordVersions {
  /** To be called before a read is sent; the result takes the version of its answer, or undefined if it has none. */
  reading(record: string): (tag: string | undefined) => void;
  /**
   * To be called before a change is sent; `ifMatch` is the version that it names. Changes of one record that name one
   * wait for each other. `left`: the client has disconnected.
   */
  begin(record: string, ifMatch: string | undefined, left: AbortSignal): Promise<Begun>;
}

/** A record: the version of its last answer, those that it replaced, and its changes. */
interface Seen {
  /** Undefined before the first answer, and after a change whose result is unknown. */
  tag: string | undefined;
  /** A version that is in neither was returned before this process started: it may be the newest. */
  readonly past: Set<string>;
  /** Counts the starts and ends of changes: an answer to a read in between may be the state before. */
  moves: number;
  readonly inFlight: Set<Promise<void>>;
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

/** Versions that this process alone keeps, in memory. */
export const createRecordVersions = (): RecordVersions => {
  const records = new Map<string, Seen>();

  const find = (record: string): Seen => {
    const seen = records.get(record) ?? {
      tag: undefined,
      past: new Set(),
      moves: 0,
      inFlight: new Set(),
    };
    // The records that were used last are at the end.
    records.delete(record);
    records.set(record, seen);
    for (const [oldest, { inFlight }] of records) {
      if (records.size <= mostRecords) break;
      if (inFlight.size === 0) records.delete(oldest);
    }
    return seen;
  };

  const beginChange = (seen: Seen, ifMatch: string | undefined): Begun => {
    let resolveEnded = () => {};
    const ended = new Promise<void>((resolve) => {
      resolveEnded = resolve;
    });
    seen.moves += 1;
    seen.inFlight.add(ended);
    const end = ({ hasChanged, tag }: ChangeEnd) => {
      if (hasChanged) {
        addPast(seen, ifMatch);
        setVersion(seen, tag);
      }
      seen.moves += 1;
      seen.inFlight.delete(ended);
      resolveEnded();
    };
    return { kind: "begun", end };
  };

  return {
    reading: (record) => {
      const seen = find(record);
      const { moves } = seen;
      return (tag) => {
        if (tag === undefined) return;
        if (seen.moves === moves) setVersion(seen, tag);
        else if (seen.tag !== tag) addPast(seen, tag);
      };
    },
    begin: async (record, ifMatch, left) => {
      const seen = find(record);
      if (ifMatch === undefined) return beginChange(seen, ifMatch);
      while (seen.inFlight.size > 0) await Promise.all(seen.inFlight);
      if (left.aborted) return { kind: "gone" };
      return seen.past.has(ifMatch) ? { kind: "replaced" } : beginChange(seen, ifMatch);
    },
  };
};

/** The id of the record in a body or in a response. */
export const readRecordId = (value: unknown): number | null => {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : null;
};

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
const nameRecord = ({ operation, path, body }: Call): string | undefined => {
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
const tagOf = ({ operation }: Call, { verdict, answer }: Outcome): string | undefined =>
  verdict.kind === "success" && verdict.etag === undefined && answer?.kind === "answer"
    ? createTag(answer.body, versioned.get(operation)?.answersPart === true)
    : undefined;

/** The version that a change names, if a gateway issued it. */
const issuedVersion = ({ ifMatch }: Call): string | undefined =>
  ifMatch?.startsWith(prefix) ? ifMatch : undefined;

/*
 * The versions of records at an upstream that has none. Each answer with a single record gets the gateway's own ETag, and a
 * change that names one that was replaced since is refused before it is sent. This finds the changes of people who
 * use this gateway, or another of its database. Those of other clients are found only by reading the record before a
 * change, as the console does.
 */

const withTag = (outcome: Outcome, tag: string | undefined): Outcome =>
  outcome.verdict.kind === "success" && tag !== undefined
    ? { ...outcome, verdict: { ...outcome.verdict, etag: tag } }
    : outcome;

const mayHaveChanged = ({ verdict }: Outcome): boolean =>
  verdict.kind === "failure" && describeProblem(verdict.failure, "").outcome !== "refused";

const refused = (failure: Failure): Outcome => ({
  verdict: {
    kind: "failure",
    failure,
    status: undefined,
    tokenRefused: false,
    retryAfterMs: undefined,
  },
  queueMs: 0,
  upstreamMs: 0,
});

const refusals = {
  replaced: refused({
    kind: "record-changed",
    detail: "Another change was saved first. Nothing was sent.",
  }),
  unavailable: refused({ kind: "memory-unavailable", retryAfter: 5 }),
  stopping: refused({ kind: "stopping", retryAfter: 1 }),
} as const;

/** A forwarder that compares the versions of records where the upstream doesn't. */
export const compareVersions = (forwarder: Forwarder, versions: RecordVersions): Forwarder => {
  const read = (call: Call, record: string): Subscription<Outcome> => {
    const note = versions.reading(record);
    const { result, unsubscribe } = forwarder.send(call);
    const tagged = async (): Promise<Outcome> => {
      let tag: string | undefined;
      try {
        const outcome = await result;
        tag = tagOf(call, outcome);
        return withTag(outcome, tag);
      } finally {
        note(tag);
      }
    };
    return { result: tagged(), unsubscribe };
  };

  const change = (call: Call, record: string): Subscription<Outcome> => {
    const ifMatch = issuedVersion(call);
    const left = new AbortController();
    let leave = () => left.abort();
    const compareAndSend = async (): Promise<Outcome> => {
      const begun = await versions.begin(record, ifMatch, left.signal);
      if (begun.kind === "gone") return neverSent(call.operation);
      if (begun.kind !== "begun") return refusals[begun.kind];
      let end = { hasChanged: true, tag: undefined as string | undefined };
      try {
        const sent = forwarder.send(ifMatch === undefined ? call : { ...call, ifMatch: undefined });
        leave = sent.unsubscribe;
        if (left.signal.aborted) leave();
        const outcome = await sent.result;
        const tag = tagOf(call, outcome);
        end = { hasChanged: tag !== undefined || mayHaveChanged(outcome), tag };
        return withTag(outcome, tag);
      } finally {
        begun.end(end);
      }
    };
    return { result: compareAndSend(), unsubscribe: () => leave() };
  };

  return {
    ...forwarder,
    send: (call) => {
      const record = nameRecord(call);
      if (record === undefined) return forwarder.send(call);
      return isChange(call) ? change(call, record) : read(call, record);
    },
  };
};
