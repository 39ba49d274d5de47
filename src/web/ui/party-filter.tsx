import { useQuery } from "@tanstack/react-query";
import { channelList, sourceList } from "#web/api/account.ts";
import { SelectFilter } from "./filters.tsx";
import type { SearchName } from "./list-search.ts";

interface PartyFilterProps {
  name: SearchName;
  /** Whether the list's own rows are here: they come before anything else is asked. */
  enabled: boolean;
  /** The ids of those that are known, for an upstream that does not list them. */
  known?: readonly number[];
}

interface Party {
  readonly id: number;
  readonly name?: string | null | undefined;
}

const choicesOf = (noun: string, parties: readonly Party[]) =>
  parties.map(({ id, name }) => ({ value: String(id), label: name || `${noun} ${id}` }));

const partiesOf = (
  query: { isError: boolean; data: { value: readonly Party[] } | undefined },
  known: readonly number[],
): readonly Party[] =>
  query.isError ? known.toSorted((a, b) => a - b).map((id) => ({ id })) : (query.data?.value ?? []);

/** A list's filter by source. */
export const SourceFilter = ({ name, enabled, known = [] }: PartyFilterProps) => {
  const query = useQuery({ ...sourceList(), enabled });
  return (
    <SelectFilter
      name={name}
      label="Source"
      any="All sources"
      choices={choicesOf("Source", partiesOf(query, known))}
      spell={(id) => `Source ${id}`}
      searchable
    />
  );
};

/** A list's filter by channel. */
export const ChannelFilter = ({ name, enabled, known = [] }: PartyFilterProps) => {
  const query = useQuery({ ...channelList(), enabled });
  return (
    <SelectFilter
      name={name}
      label="Channel"
      any="All channels"
      choices={choicesOf("Channel", partiesOf(query, known))}
      spell={(id) => `Channel ${id}`}
      searchable
    />
  );
};
