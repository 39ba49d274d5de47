import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { channelList } from "#web/api/account.ts";
import { lastChannel, rememberChannel } from "#web/ui/last-channel.ts";
import { type ListSearch, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";
import { ChannelById, ChannelChoice, resellersFirst } from "#web/ui/channel-choice.tsx";
import type { ProductCopy } from "./copy/product-copy.ts";
import { ChannelOverview } from "./find/channel-overview.tsx";
import { CopyBar } from "./find/copy-bar.tsx";
import { findNames } from "./find/product-address.ts";
import { ProductFind } from "./find/product-find.tsx";
import { useProductCopy } from "./find/use-product-copy.ts";
import { channelIdIn } from "./product-place.ts";

const week = 7 * 86_400_000;

/** A view leaves the words that are looked for and takes every other filter away. */
const view = (label: string, filter: ListSearch) => ({
  label,
  filter: {
    ...Object.fromEntries(findNames.filter((name) => name !== "q").map((name) => [name, ""])),
    view: "",
    ...filter,
  },
});

const viewsAt = (now: number) => [
  view("All", {}),
  view("Out of stock", { stock: "out" }),
  view("Below MAP", { map: "below" }),
  view("No image", { missing: "image" }),
  view("Changed in 7 days", { since: new Date(now - week).toISOString().slice(0, 10) }),
  view("Gone", { gone: "only" }),
  view("Overview", { view: "overview" }),
];

const Copied = ({ copy }: { copy: ProductCopy }) => {
  const { search } = useListSearch();
  const state = useValue(copy.state);
  return (
    <>
      <CopyBar copy={copy} state={state} />
      {search["view"] === "overview" ? (
        <ChannelOverview copy={copy} />
      ) : (
        <ProductFind copy={copy} />
      )}
    </>
  );
};

const Chosen = ({ channelId, replace }: { channelId: number; replace: boolean }) => {
  const { search, filter } = useListSearch();
  const [views] = useState(() => viewsAt(Date.now()));
  const copy = useProductCopy(channelId);
  useEffect(() => rememberChannel(channelId), [channelId]);
  return (
    <Screen
      title="Products"
      fill={search["view"] !== "overview"}
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
      {copy && <Copied key={channelId} copy={copy} />}
    </Screen>
  );
};

/** Before a channel is known: the first reseller channel is chosen, or an id is asked for. */
const Unchosen = () => {
  const { search, filter } = useListSearch();
  const query = useQuery(channelList());
  const [first] = resellersFirst(query.data?.value ?? []);
  if (first) return <Chosen channelId={first.id} replace />;
  if (query.isPending)
    return (
      <Screen title="Products" fill>
        <WaitingSheet />
      </Screen>
    );
  const onChoose = (channel: string) => filter({ ...search, channel });
  return (
    <Screen title="Products" fill>
      <Notice title="Which channel’s products?">
        <p>
          {query.isError
            ? "This upstream does not list its channels. Type the id of a reseller channel; it is remembered in this browser."
            : "This account lists no channel. If you know the id of one, type it."}
        </p>
        <ChannelById channelId={undefined} onChoose={onChoose} />
      </Notice>
    </Screen>
  );
};

/** A channel's products: found in this browser's copy of them. */
export const ProductList = () => {
  const { search } = useListSearch();
  const inAddress = channelIdIn(search);
  const channelId = inAddress ?? lastChannel();
  return channelId === undefined ? (
    <Unchosen />
  ) : (
    <Chosen channelId={channelId} replace={inAddress === undefined} />
  );
};
