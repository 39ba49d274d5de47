import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { accountOperations } from "#contract/account.ts";
import { channelList } from "#web/api/account.ts";
import { catalogState } from "#web/api/catalog.ts";
import { queryClient } from "#web/api/query-client.ts";
import { lastChannel, parseChannelId } from "#web/base/last-channel.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { findPastDay } from "#web/base/days.ts";
import { later } from "#web/kit/later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { type View, ViewTabs } from "#web/kit/views.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";
import { ChannelById, ChannelChoice, resellersFirst } from "#web/records/channel-choice.tsx";
import { CatalogBar } from "./catalog-bar.tsx";
import { withoutFilters } from "./product-address.ts";
import { ProductFind } from "./product-find.tsx";

const createHold = () => {
  let release = () => {};
  const released = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  return { release, released };
};

/**
 * Returns a function to call when the first products are drawn. Until then, the screen counts as one that waits for a
 * response: what the console loads ahead would delay the products.
 */
const useFirstProducts = (isWaiting: boolean): (() => void) => {
  const [{ release, released }] = useState(createHold);
  useEffect(() => {
    if (!isWaiting) return;
    void queryClient.fetchQuery({ queryKey: ["first-products"], queryFn: () => released });
    return release;
  }, [isWaiting, release, released]);
  return release;
};

/** A view keeps the search text and clears every other filter. */
const view = (label: string, filter: ListSearch): View => ({
  label,
  filter: {
    ...withoutFilters,
    view: "",
    ...filter,
  },
});

const productViews = (now: number): View[] => [
  view("All", {}),
  view("Out of stock", { stock: "out" }),
  view("Below MAP", { map: "below" }),
  view("No image", { missing: "image" }),
  view("Updated in last 7 days", { since: findPastDay(7, now) }),
  view("Removed", { gone: "only" }),
  view("Insights", { view: "overview" }),
];

/** The list of channels; it may be read again after a failure. */
type Channels = Pick<UseQueryResult, "isSuccess" | "error" | "refetch">;

const ById = () => {
  const { filter } = useListSearch("/products");
  return (
    <Notice title="Select a channel" blank>
      <p>
        The service doesn't list channels. Enter the ID of a reseller channel. This browser
        remembers it.
      </p>
      <ChannelById channelId={undefined} onChoose={(channel) => filter({ channel })} />
    </Notice>
  );
};

const Content = ({ isSuccess, error, refetch }: Channels) => {
  if (isSuccess)
    return (
      <Notice title="No products yet" blank>
        <p>Products belong to a channel, and this workspace has no channels.</p>
      </Notice>
    );
  return error ? (
    <ErrorNotice error={error} onRetry={() => void refetch()} blank />
  ) : (
    <WaitingSheet />
  );
};

/** Shown instead of products while no channel is known: why, and where it helps, a field for its ID. */
const NoChannel = (channels: Channels) => (
  <Screen title="Products" fill needs={accountOperations.listChannels} unserved={<ById />}>
    <Content {...channels} />
  </Screen>
);

const ChannelOverview = later(async () => (await import("./channel-overview.tsx")).ChannelOverview);

/** Who can change that, and what works without it. */
const SwitchedOff = () => (
  <Notice title="Product search is switched off" blank tone="still">
    <p>
      This installation keeps no product catalog. An administrator can enable it with the setting
      COPY_SHARE. You can still open a product by its ID: open Search and enter “product 12”, for
      example. The console then searches the channel page by page.
    </p>
  </Notice>
);

const Catalog = ({ channelId, onShown }: { channelId: number; onShown: () => void }) => {
  const { search } = useListSearch("/products");
  const { data: state, isError, error, refetch } = useQuery(catalogState(channelId));
  if (!state && isError) return <ErrorNotice error={error} onRetry={() => void refetch()} blank />;
  if (state?.phase === "off") return <SwitchedOff />;
  return (
    <>
      {state ? (
        <CatalogBar channelId={channelId} state={state} />
      ) : (
        <div className="catalog-bar" aria-hidden="true" />
      )}
      {search.view === "overview" ? (
        <ChannelOverview channelId={channelId} catalog={state} instead={<WaitingSheet />} />
      ) : (
        <ProductFind
          channelId={channelId}
          catalog={state}
          isReachable={!isError}
          onShown={onShown}
        />
      )}
    </>
  );
};

const Chosen = ({ channelId, replace }: { channelId: number; replace: boolean }) => {
  const { search, filter } = useListSearch("/products");
  const [views] = useState(() => productViews(Date.now()));
  const onShown = useFirstProducts(search.view !== "overview");
  useEffect(() => void lastChannel.set(channelId), [channelId]);
  return (
    <Screen
      title="Products"
      fill={search.view !== "overview"}
      beside={
        <ChannelChoice
          key={channelId}
          channelId={channelId}
          onChoose={(channel) => filter({ channel })}
          enabled
        />
      }
    >
      {replace && <Navigate to="." search={{ ...search, channel: String(channelId) }} replace />}
      <ViewTabs views={views} label="Views" />
      <Catalog key={channelId} channelId={channelId} onShown={onShown} />
    </Screen>
  );
};

/**
 * The products of a channel, from the gateway's catalog: of the first reseller channel until one is chosen. The first
 * visit replaces its address, and must not draw the screen again for that.
 */
export const ProductList = () => {
  const inAddress = parseChannelId(useListSearch("/products").search["channel"]);
  const known = inAddress ?? lastChannel.get();
  const query = useQuery({ ...channelList("screen"), enabled: known === undefined });
  const channelId = known ?? resellersFirst(query.data?.value ?? [])[0]?.id;
  if (channelId === undefined) return <NoChannel {...query} />;
  return <Chosen channelId={channelId} replace={inAddress === undefined} />;
};
