import { ChannelById } from "#web/ui/channel-choice.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { Screen } from "#web/ui/screen.tsx";

interface NoChannelProps {
  /** Whether the list of channels is still loading. */
  isPending: boolean;
  /** Whether the upstream does not list channels. */
  isError: boolean;
}

/** Shown instead of products while no channel is known; asks for its id. */
export const NoChannel = ({ isPending, isError }: NoChannelProps) => {
  const { filter } = useListSearch("/products");
  return (
    <Screen title="Products" fill>
      {isPending ? (
        <WaitingSheet />
      ) : (
        <Notice title="Select a channel">
          <p>
            {isError
              ? "Couldn't load the list of channels. Enter the ID of a reseller channel. This browser remembers it."
              : "This account has no channels. If you know a channel's ID, enter it."}
          </p>
          <ChannelById channelId={undefined} onChoose={(channel) => filter({ channel })} />
        </Notice>
      )}
    </Screen>
  );
};
