import "./channel-choice.css";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Channel } from "#contract/account.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import { channelList } from "#web/api/account.ts";
import { SearchableSelect, withOdd } from "./searchable-select.tsx";

const isReseller = ({ channelType }: Channel): boolean => channelType === "reseller";

/** Channels that hold products first, each kind in the API's order. */
export const resellersFirst = (channels: readonly Channel[]): Channel[] =>
  channels.toSorted((a, b) => Number(isReseller(b)) - Number(isReseller(a)));

/** A channel by its id, for an upstream that does not list its channels. */
export const ChannelById = ({
  channelId,
  onChoose,
}: {
  channelId: number | undefined;
  onChoose: (id: string) => void;
}) => {
  const [typed, setTyped] = useState(channelId === undefined ? "" : String(channelId));
  const [wrong, setWrong] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const fits = pathIdPattern.test(typed.trim());
    setWrong(!fits);
    if (fits) onChoose(typed.trim());
  };
  return (
    <form className="row" onSubmit={onSubmit} noValidate>
      <TextInput
        aria-label="Channel id"
        className="channel-choice__id"
        inputMode="numeric"
        placeholder="Channel id"
        value={typed}
        error={wrong && "An id is a whole number from 1."}
        errorProps={{ role: "status" }}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">Show channel</Button>
    </form>
  );
};

interface ChannelChoiceProps {
  channelId: number | undefined;
  onChoose: (id: string) => void;
  /** False while the screen's own content is on its way, which goes first. */
  enabled: boolean;
}

const choicesOf = (channels: readonly Channel[]) =>
  channels.map(({ id, name }) => ({ value: String(id), label: name || `Channel ${id}` }));

/** Whose products are looked at: by name, resellers first, or by id where the upstream lists no channels. */
export const ChannelChoice = ({ channelId, onChoose, enabled }: ChannelChoiceProps) => {
  const query = useQuery({ ...channelList(), enabled });
  if (query.isError) return <ChannelById channelId={channelId} onChoose={onChoose} />;
  const channels = query.data?.value ?? [];
  const chosen = channelId === undefined ? "" : String(channelId);
  return (
    <SearchableSelect
      className="channel-choice"
      label="Channel"
      choices={withOdd(
        [
          { group: "Reseller channels", items: choicesOf(channels.filter(isReseller)) },
          { group: "Other channels", items: choicesOf(channels.filter((one) => !isReseller(one))) },
        ],
        chosen,
        (id) => (id === "" ? "Choose a channel" : `Channel ${id}`),
      )}
      value={chosen}
      onChoose={(id) => id !== "" && onChoose(id)}
    />
  );
};
