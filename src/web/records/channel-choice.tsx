import "./channel-choice.css";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "#contract/account.ts";
import { channelList } from "#web/api/account.ts";
import { IdForm } from "./id-form.tsx";
import { toChoices, withUnlisted } from "#web/kit/choices.ts";
import { SearchableSelect } from "#web/kit/searchable-select.tsx";

const isReseller = ({ channelType }: Channel): boolean => channelType === "reseller";

/** Sorts reseller channels, which have products, first; each kind keeps the API's order. */
export const resellersFirst = (channels: readonly Channel[]): Channel[] =>
  channels.toSorted((a, b) => Number(isReseller(b)) - Number(isReseller(a)));

/** Opens a channel by id, for an upstream that does not list its channels. */
export const ChannelById = ({
  channelId,
  onChoose,
}: {
  channelId: number | undefined;
  onChoose: (id: string) => void;
}) => (
  <IdForm
    label="Channel ID"
    placeholder="Channel ID"
    action="Show channel"
    start={String(channelId ?? "")}
    onId={onChoose}
  />
);

interface ChannelChoiceProps {
  channelId: number | undefined;
  onChoose: (id: string) => void;
  /** False while the screen's own content is loading: it has priority. */
  enabled: boolean;
}

/**
 * Selects the channel whose products are shown: by name, resellers first, or by id if the upstream does not list
 * channels.
 */
export const ChannelChoice = ({ channelId, onChoose, enabled }: ChannelChoiceProps) => {
  const query = useQuery({ ...channelList(), enabled });
  // Not `isError`, which becomes false with a read after a failed one: a typed ID would vanish.
  if (query.isFetched && !query.data)
    return <ChannelById channelId={channelId} onChoose={onChoose} />;
  const channels = query.data?.value ?? [];
  const chosen = channelId === undefined ? "" : String(channelId);
  return (
    <SearchableSelect
      className="channel-choice"
      aria-label="Channel"
      choices={withUnlisted(
        [
          {
            group: "Reseller channels",
            items: toChoices("Channel", channels.filter(isReseller)),
          },
          {
            group: "Other channels",
            items: toChoices(
              "Channel",
              channels.filter((one) => !isReseller(one)),
            ),
          },
        ],
        chosen,
        (id) => (id === "" ? "Select a channel" : `Channel ${id}`),
      )}
      value={chosen}
      onChoose={(id) => id !== "" && onChoose(id)}
    />
  );
};
