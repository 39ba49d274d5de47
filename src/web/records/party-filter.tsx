import { useQuery } from "@tanstack/react-query";
import { channelList, sourceList } from "#web/api/account.ts";
import { SelectFilter } from "#web/kit/filters.tsx";
import type { SearchName } from "#web/base/list-search.ts";
import { type NamedRecord, toChoices } from "#web/kit/choices.ts";

interface PartyFilterProps {
  name: SearchName;
  /** Whether the list's own rows have loaded: they have priority. */
  enabled: boolean;
  /** The known ids, for an upstream that does not list them. */
  known?: readonly number[];
}

interface PartyProps extends Pick<PartyFilterProps, "name" | "known"> {
  noun: "Source" | "Channel";
  query: { isError: boolean; data: { value: readonly NamedRecord[] } | undefined };
}

const PartyFilter = ({ name, noun, query, known = [] }: PartyProps) => {
  const byId = known.toSorted((a, b) => a - b).map((id) => ({ id }));
  // What was read stays when reading it again fails.
  const listed = query.data?.value ?? (query.isError ? byId : []);
  return (
    <SelectFilter
      name={name}
      label={noun}
      any={`All ${noun.toLowerCase()}s`}
      choices={toChoices(noun, listed)}
      spell={(id) => `${noun} ${id}`}
      searchable
    />
  );
};

/** A list's filter by source. */
export const SourceFilter = ({ enabled, ...rest }: PartyFilterProps) => (
  <PartyFilter {...rest} noun="Source" query={useQuery({ ...sourceList(), enabled })} />
);

/** A list's filter by channel. */
export const ChannelFilter = ({ enabled, ...rest }: PartyFilterProps) => (
  <PartyFilter {...rest} noun="Channel" query={useQuery({ ...channelList(), enabled })} />
);
