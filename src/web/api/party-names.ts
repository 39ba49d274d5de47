import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { channelList, sourceList } from "./account.ts";

interface Named {
  id: number;
  name?: string | null | undefined;
}

const createNaming = (noun: string, list: readonly Named[] | undefined) => {
  const names = new Map(list?.map(({ id, name }) => [id, name]));
  return (id: number | null | undefined): string =>
    id === null || id === undefined ? "–" : names.get(id) || `${noun} ${id}`;
};

type NameOf = (id: number | null | undefined) => string;

/**
 * Returns a function that names a source: "Source 12" until the list is loaded, or if the upstream has no list.
 * `enabled` delays the list until the screen's own content is loaded.
 */
export const useSourceName = (enabled: boolean): NameOf => {
  const { data } = useQuery({ ...sourceList(), enabled });
  return useMemo(() => createNaming("Source", data?.value), [data]);
};

/** Returns a function that names a channel, like `useSourceName`. */
export const useChannelName = (enabled: boolean): NameOf => {
  const { data } = useQuery({ ...channelList(), enabled });
  return useMemo(() => createNaming("Channel", data?.value), [data]);
};
