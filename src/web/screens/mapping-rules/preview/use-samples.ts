import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { channelList } from "#web/api/account.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { useValue } from "#web/base/value-store.ts";
import { resellersFirst } from "#web/records/channel-choice.tsx";
import { noAssumptions, type SampleKind } from "./preview-session.ts";
import { poolOfChoice, type SamplePool } from "./sample-sources.ts";

const noSubscription = () => () => {};

interface Samples {
  readonly state: ReturnType<SamplePool["get"]> | undefined;
  readonly channelId: number | undefined;
  /** They are loaded, or there are none to load. */
  readonly isReady: boolean;
}

/** The samples of a kind: read like those of a rule's test, and shared with it. */
export const useSamples = (kind: SampleKind, isWanted: boolean): Samples => {
  const last = useValue(lastChannel);
  const { data } = useQuery({ ...channelList(), enabled: isWanted && last === undefined });
  const channelId = last ?? (data && resellersFirst(data.value)[0]?.id);
  const pool: SamplePool | undefined = isWanted
    ? poolOfChoice({ kind, channelId, pasted: undefined, assumed: noAssumptions })
    : undefined;
  const state = useSyncExternalStore(pool?.subscribe ?? noSubscription, () => pool?.get());
  useEffect(() => {
    if (pool?.get().phase === "idle") pool.start();
  }, [pool]);
  const hasNoChannel = kind === "product" && data !== undefined && channelId === undefined;
  const isEnded = state !== undefined && state.phase !== "idle" && state.phase !== "reading";
  return { state, channelId, isReady: !isWanted || hasNoChannel || isEnded };
};
