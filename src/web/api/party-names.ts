import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { channelList, sourceList } from "./account.ts";

interface Named {
  id: number;
  name?: string | null | undefined;
}

const naming = (noun: string, list: readonly Named[] | undefined) => {
  const names = new Map(list?.map(({ id, name }) => [id, name]));
  return (id: number | null | undefined): string =>
    id === null || id === undefined ? "–" : names.get(id) || `${noun} ${id}`;
};

type NameOf = (id: number | null | undefined) => string;

/**
 * What a source is called; "Source 12" until the list is here, or for good where the upstream serves none. `enabled`
 * keeps the list for after the screen's own content, which goes first.
 */
export const useSourceName = (enabled: boolean): NameOf => {
  const { data } = useQuery({ ...sourceList(), enabled });
  return useMemo(() => naming("Source", data?.value), [data]);
};

/** What a channel is called, in the same way. */
export const useChannelName = (enabled: boolean): NameOf => {
  const { data } = useQuery({ ...channelList(), enabled });
  return useMemo(() => naming("Channel", data?.value), [data]);
};
