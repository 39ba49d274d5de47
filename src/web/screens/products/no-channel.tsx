import type { UseQueryResult } from "@tanstack/react-query";
import { isUnserved } from "#web/base/api-error.ts";
import { BaseAddressNotice } from "#web/kit/base-address-notice.tsx";
import { ChannelById } from "#web/records/channel-choice.tsx";
import { ErrorNotice, useHeldError } from "#web/kit/error-notice.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";

/** The list of channels; it may be read again after a failure. */
type Channels = Pick<UseQueryResult, "isFetched" | "isPending" | "isSuccess" | "error" | "refetch">;

const ById = () => {
  const { filter } = useListSearch("/products");
  return (
    <Notice title="Select a channel" blank>
      <p>
        The API doesn't list channels. Enter the ID of a reseller channel. This browser remembers
        it.
      </p>
      <ChannelById channelId={undefined} onChoose={(channel) => filter({ channel })} />
    </Notice>
  );
};

const Content = (channels: Channels) => {
  const { isFetched, isSuccess, refetch } = channels;
  const error = useHeldError(channels);
  if (!isFetched) return <WaitingSheet />;
  if (isSuccess)
    return (
      <Notice title="No products yet" blank>
        <p>Products belong to a channel, and this workspace has no channels.</p>
      </Notice>
    );
  if (error && !isUnserved(error))
    return <ErrorNotice error={error} onRetry={() => void refetch()} blank />;
  return (
    <BaseAddressNotice>
      <ById />
    </BaseAddressNotice>
  );
};

/** Shown instead of products while no channel is known: why, and where it helps, a field for its ID. */
export const NoChannel = (channels: Channels) => (
  <Screen title="Products" fill>
    <Content {...channels} />
  </Screen>
);
