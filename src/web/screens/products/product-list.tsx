import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { channelList } from "#web/api/account.ts";
import { ChannelChoice, resellersFirst } from "#web/records/channel-choice.tsx";
import { lastChannel, rememberChannel } from "#web/base/last-channel.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { createLater } from "#web/kit/create-later.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useValue } from "#web/base/value-store.ts";
import { ViewTabs } from "#web/kit/view-tabs.tsx";
import { WaitingSheet } from "#web/kit/waiting-sheet.tsx";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { CopyBar } from "#web/screens/products/find/copy-bar.tsx";
import { ProductFind } from "#web/screens/products/find/product-find.tsx";
import { useFirstProducts } from "#web/screens/products/find/use-first-products.ts";
import { useProductCopy } from "#web/screens/products/find/use-product-copy.ts";
import { getChannelId } from "./product-place.ts";
import { productViews } from "./product-views.ts";
import { NoChannel } from "./no-channel.tsx";

const { Later: ChannelOverview } = createLater(
  async () => (await import("#web/screens/products/find/channel-overview.tsx")).ChannelOverview,
);

const Copied = ({ copy, onShown }: { copy: ProductCopy; onShown: () => void }) => {
  const { search } = useListSearch("/products");
  const state = useValue(copy.state);
  return (
    <>
      <CopyBar copy={copy} state={state} />
      {search.view === "overview" ? (
        <ChannelOverview copy={copy} instead={<WaitingSheet />} />
      ) : (
        <ProductFind copy={copy} onShown={onShown} />
      )}
    </>
  );
};

const Chosen = ({ channelId, replace }: { channelId: number; replace: boolean }) => {
  const { search, filter } = useListSearch("/products");
  const [views] = useState(() => productViews(Date.now()));
  const copy = useProductCopy(channelId);
  const onShown = useFirstProducts(search.view !== "overview");
  useEffect(() => rememberChannel(channelId), [channelId]);
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
      {copy && <Copied key={channelId} copy={copy} onShown={onShown} />}
    </Screen>
  );
};

/**
 * The products of a channel, from this browser's copy: of the first reseller channel until one is chosen. The first
 * visit replaces its address, and must not draw the screen again for that.
 */
export const ProductList = () => {
  const inAddress = getChannelId(useListSearch("/products").search);
  const known = inAddress ?? lastChannel();
  const query = useQuery({ ...channelList("screen"), enabled: known === undefined });
  const channelId = known ?? resellersFirst(query.data?.value ?? [])[0]?.id;
  if (channelId === undefined) return <NoChannel {...query} />;
  return <Chosen channelId={channelId} replace={inAddress === undefined} />;
};
