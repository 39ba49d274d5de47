import type { QueryClient } from "@tanstack/react-query";
import type { Connection } from "#contract/connection.ts";
import { onAnswer, pendingCalls } from "#web/api/answer-events.ts";
import { isSilence } from "#web/base/api-error.ts";
import { connection } from "#web/api/connection.ts";
import { reachPlace } from "#web/base/reach-place.ts";
import { isDisconnected, sendWaitingSaves, waitingSaves } from "#web/editing/waiting-saves.ts";
import { findLoadedAt } from "./find-loaded-at.ts";
import { ReachBanner } from "./reach-banner.tsx";
import { describeSilence, describeSlowness } from "./reach-words.ts";

/** How often the gateway is asked whether it answers again: by itself, without a request to the API. */
const askMs = 5_000;
/** A person's request that waits longer is explained. */
const slowMs = 5_000;
const tickMs = 1_000;

const doesAnswer = async (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(askMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The longest wait of a request that a person waits for, in ms. */
const longestWait = (): number => {
  const waits = [...pendingCalls]
    .filter(({ urgency }) => urgency !== "background")
    .map(({ since }) => performance.now() - since);
  return Math.max(0, ...waits);
};

/** Shows and hides the banner: while the gateway does not answer, or a request waits long, or a save is to be sent. */
export const watchReach = (client: QueryClient): void => {
  let askedAt = 0;
  let reason: Connection | undefined;

  const readReason = () =>
    void client.fetchQuery({ ...connection(), staleTime: tickMs }).then(
      (state) => (reason = state),
      () => (reason = undefined),
    );
  const describe = (): string => {
    if (isDisconnected.get())
      return describeSilence(navigator.onLine, findLoadedAt(client), Date.now());
    const wait = longestWait();
    if (wait < slowMs) return "";
    readReason();
    return describeSlowness(wait / 1000, reason);
  };
  let shown = "";
  const show = () => {
    const text = describe();
    const saves = waitingSaves.get().length;
    const next = `${text} ${saves}`;
    if (next === shown) return;
    shown = next;
    const more = isDisconnected.get() ? { onRetry: () => void ask() } : {};
    reachPlace.set(text || saves > 0 ? <ReachBanner text={text} {...more} /> : null);
  };

  const returned = () => {
    isDisconnected.set(false);
    show();
    void client.refetchQueries({
      type: "active",
      predicate: ({ queryKey, state: { error } }) =>
        isSilence(error) || (error !== null && queryKey[0] === "connection"),
    });
    void sendWaitingSaves();
  };
  const ask = async () => {
    askedAt = performance.now();
    const answers = await doesAnswer();
    if (answers && isDisconnected.get()) returned();
    if (!answers && !isDisconnected.get()) silent();
  };
  const silent = () => {
    isDisconnected.set(true);
    askedAt = performance.now();
    show();
  };

  onAnswer((ok) => {
    if (ok === undefined) silent();
    else if (isDisconnected.get()) returned();
  });
  // A gateway on the same computer answers without a network.
  addEventListener("offline", () => void ask());
  addEventListener("online", () => void ask());
  addEventListener("beforeunload", (event) => {
    if (waitingSaves.get().length > 0) event.preventDefault();
  });
  waitingSaves.subscribe(show);
  setInterval(() => {
    // Without a network a response that was on its way may have hidden the banner, and no other event follows.
    if ((isDisconnected.get() || !navigator.onLine) && performance.now() - askedAt > askMs)
      void ask();
    show();
  }, tickMs);
};
