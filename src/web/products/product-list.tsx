import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { channelList } from "#web/api/account.ts";
import { productList, sinceEver } from "#web/api/products.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters, DateFilter } from "#web/ui/filters.tsx";
import { type ListSearch, listSearch, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { ChannelById, ChannelChoice, resellersFirst } from "./channel-choice.tsx";
import { productColumns } from "./product-columns.tsx";
import { channelIdIn, lastChannel, rememberChannel } from "./product-place.ts";
import { productName } from "./product-words.ts";

const day = 86_400_000;
const daysBefore = (now: number, days: number) =>
  new Date(now - days * day).toISOString().slice(0, 10);

const viewsAt = (now: number) => [
  { label: "All", filter: { since: "" } },
  { label: "Changed since yesterday", filter: { since: daysBefore(now, 1) } },
  { label: "Last 7 days", filter: { since: daysBefore(now, 7) } },
  { label: "Last 30 days", filter: { since: daysBefore(now, 30) } },
];

/** The API demands a moment; a day counts from its first (in UTC, as the records are), and no day means since ever. */
const updatedAfter = (search: ListSearch): string => {
  const time = Date.parse(search["since"] ?? "");
  return Number.isNaN(time) ? sinceEver : new Date(time).toISOString();
};

const filterOf = (search: ListSearch, channelId: number) => {
  const { pageNumber, pageSize } = pageOf(search);
  return {
    channelId,
    filterUpdatedAfter: updatedAfter(search),
    filterPageNumber: pageNumber,
    filterPageSize: pageSize,
  };
};

const Nothing = ({ since }: { since: string | undefined }) =>
  since ? (
    <Notice title="Nothing changed in that time" blank tone="still">
      <p>No product of this channel changed since {since}.</p>
      <ClearFilters names={["since"]} />
    </Notice>
  ) : (
    <Notice title="This channel has no products" blank tone="still">
      <p>Products belong to reseller channels: choose another one above.</p>
    </Notice>
  );

const Chosen = ({ channelId, replace }: { channelId: number; replace: boolean }) => {
  const { search, filter } = useListSearch();
  const [views] = useState(() => viewsAt(Date.now()));
  const query = useQuery(productList(filterOf(search, channelId)));
  useEffect(() => rememberChannel(channelId), [channelId]);
  return (
    <Screen
      title="Products"
      fill
      beside={
        <ChannelChoice
          key={channelId}
          channelId={channelId}
          onChoose={(channel) => filter({ channel })}
          enabled={!query.isPending}
        />
      }
    >
      {replace && (
        <Navigate to="." search={listSearch({ ...search, channel: channelId }) as never} replace />
      )}
      <ViewTabs views={views} label="Changes" />
      <DataTable
        name="products"
        label="Products"
        columns={productColumns}
        query={query}
        rowId={(product) => String(product.id)}
        nameOf={productName}
        order="the least recently changed first"
        tools={
          <>
            <DateFilter name="since" label="Changed since" />
            <ClearFilters names={["since"]} />
          </>
        }
        empty={<Nothing since={search["since"]} />}
      />
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
        {null}
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

/** A channel's products, as the API lists them: the least recently changed first. */
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
