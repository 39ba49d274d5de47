import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { ApiError } from "#web/api/api-error.ts";

/** Where the changes of an open rule stand on their way to the API. */
export type SavePhase =
  | { readonly kind: "editing" }
  /** The changes are shown in words, to be sent or not. */
  | { readonly kind: "reviewing" }
  /** The rule is read again, so that nothing of somebody else's is overwritten unseen. */
  | { readonly kind: "reading" }
  | { readonly kind: "sending"; readonly drafted: UpdateOrCreateMappingRule }
  /** Somebody else changed the rule: both versions are shown. `mine` is left out where it is what the draft holds. */
  | { readonly kind: "merging"; readonly theirs: UpdateOrCreateMappingRule }
  /** The rule could not be read again: nothing was sent. */
  | { readonly kind: "unread"; readonly error: unknown }
  /** The rule is not there any more: nothing was sent. */
  | { readonly kind: "gone" }
  /** Refused: nothing was changed. */
  | { readonly kind: "failed"; readonly error: unknown }
  /** Sent, and nobody knows what became of it. */
  | {
      readonly kind: "unknown";
      readonly error: unknown;
      readonly sent: UpdateOrCreateMappingRule;
      readonly drafted: UpdateOrCreateMappingRule;
      readonly checking: boolean;
    }
  /** Checked: nothing of it arrived. */
  | { readonly kind: "lost" };

/** Phases in which nothing more may be sent. */
export const isBusy = ({ kind }: SavePhase): boolean => kind === "reading" || kind === "sending";

/** Whether a call that failed can have had its effect. */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.outcome !== "refused";

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

/** What a failed reading before a save means; undefined where the upstream reads no rules at all. */
export const phaseOfUnread = (error: unknown): SavePhase | undefined => {
  if (hasStatus(error, 501)) return undefined;
  return hasStatus(error, 404) ? { kind: "gone" } : { kind: "unread", error };
};
