import { type Call, type Forwarder, isChange, neverSent, type Outcome } from "./forward-call.ts";
import { describeProblem, type Failure } from "#gateway/server/problems.ts";
import type { RecordVersions } from "./record-versions.ts";
import type { Subscription } from "./share-reads.ts";
import { issuedVersion, nameRecord, tagOf } from "./versioned-calls.ts";

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

const changedSince = refused({
  kind: "record-changed",
  detail: "Another change was saved first. Nothing was sent.",
});
const unavailable = refused({ kind: "memory-unavailable", retryAfter: 5 });
const stopping = refused({ kind: "stopping", retryAfter: 1 });

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
      if (begun.kind === "replaced") return changedSince;
      if (begun.kind === "unavailable") return unavailable;
      if (begun.kind === "stopping") return stopping;
      if (begun.kind === "gone") return neverSent(call.operation);
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
