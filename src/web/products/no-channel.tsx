import { ChannelById } from "#web/ui/channel-choice.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { Screen } from "#web/ui/screen.tsx";

interface NoChannelProps {
  /** Whether the list of channels has been read; it may be read again after a failure. */
  isFetched: boolean;
  /** Whether the upstream lists channels. */
  isSuccess: boolean;
}

/** Shown instead of products while no channel is known; asks for its id. */
export const NoChannel = ({ isFetched, isSuccess }: NoChannelProps) => {
  const { filter } = useListSearch("/products");
  return (
    <Screen title="Products" fill>
      {isFetched ? (
        <Notice title="Select a channel">
          <p>
            {isSuccess
              ? "This account has no channels. If you know a channel's ID, enter it."
              : "Couldn't load the list of channels. Enter the ID of a reseller channel. This browser remembers it."}
          </p>
          <ChannelById channelId={undefined} onChoose={(channel) => filter({ channel })} />
        </Notice>
      ) : (
        <WaitingSheet />
      )}
    </Screen>
  );
};
