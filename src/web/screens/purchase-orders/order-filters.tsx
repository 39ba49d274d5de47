import { Button } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseCommaList } from "#contract/comma-list.ts";
import {
  findFulfillmentStatusHandle,
  findPurchaseOrderStatusHandle,
  purchaseOrderFulfillmentStatuses,
  purchaseOrderStatusNameByHandle,
} from "#contract/purchase-order-states.ts";
import { maxOrderNumbers, type PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Answer } from "#web/api/call.ts";
import { purchaseOrderCount } from "#web/api/purchase-orders.ts";
import { formatCount, formatQuantity, formatTimeOfDay, sentenceCase } from "#web/base/format.ts";
import {
  type ListSearch,
  readPaging,
  type SearchName,
  searchNames,
  useListSearch,
} from "#web/base/list-search.ts";
import { Choices, ChoicesFilter } from "#web/kit/choices-filter.tsx";
import { DateFilter, type ListFilters, MoreFilters } from "#web/kit/filters.tsx";
import { ViewTabs } from "#web/kit/views.tsx";
import {
  findMissingNumbers,
  listUnsearched,
  parseNumbers,
  splitNumbers,
  writeNumbers,
} from "#web/records/order-numbers.ts";
import { troubledStatuses } from "#web/records/order-troubled-statuses.ts";
import { SourceFilter } from "#web/records/party-filter.tsx";
import { RecordSearch } from "#web/records/record-search.tsx";
import {
  dateFilters,
  listOwnFilters,
  matchesFilter,
  matchesOwnFilters,
  orderFilterNames,
  receivedChoices,
  toOrderFilter,
} from "./order-filter.ts";

const toChoices = (names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(names).map(([handle, name]) => [handle, sentenceCase(name)]));
const statusChoices = toChoices(purchaseOrderStatusNameByHandle);
const fulfillmentChoices = toChoices(purchaseOrderFulfillmentStatuses);

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });

interface OrderCountProps {
  count: number;
  /** The time of the count; 0: together with the rows on the screen. */
  at: number;
}

/** A number of orders, abbreviated if large; the tooltip has the full number and the time of the count. */
const OrderCount = ({ count, at }: OrderCountProps) => (
  <span title={`${formatQuantity(count)}${at ? `, counted at ${formatTimeOfDay(at)}` : ""}`}>
    {count < 10_000 ? formatQuantity(count) : short.format(count)}
  </span>
);

const views = [
  { label: "All", filterStatus: "" },
  { label: "Processing", filterStatus: "processing" },
  { label: "Processed", filterStatus: "processed" },
  { label: "Acknowledged", filterStatus: "acknowledged" },
  { label: "Needs attention", filterStatus: troubledStatuses },
  { label: "Canceled or voided", filterStatus: "canceled,voided" },
];

/** Whether the API can count the orders of an address: not by a text. */
const hasCounts = (search: ListSearch): boolean =>
  search["q"] === undefined && listOwnFilters(search).length === 0;

interface OrderTabsProps {
  /** The state of the list, whose rows load before any count. */
  list: {
    isSuccess: boolean;
    data: { value: readonly PurchaseOrder[]; total: number | undefined } | undefined;
  };
}

/** The number of orders in each tab, if all of them are on the screen: no request is needed. */
const countShown = (
  shown: OrderTabsProps["list"]["data"],
  search: ListSearch,
): number[] | undefined =>
  shown && !search["filterStatus"] && shown.total === shown.value.length
    ? views.map(({ filterStatus }) => shown.value.filter(matchesFilter({ filterStatus })).length)
    : undefined;

/**
 * The number of orders in each tab under the other filters. Each count costs one of the upstream's two requests a
 * second, so counts have the lowest priority, the first one shows whether the upstream counts at all, and a number is
 * cached for a while.
 */
const useCounts = ({ isSuccess: enabled, data: shown }: OrderTabsProps["list"]) => {
  const { search } = useListSearch();
  const asked = views.map(({ filterStatus }) =>
    purchaseOrderCount({ ...toOrderFilter(search), filterStatus: filterStatus || undefined }),
  );
  const [first] = asked;
  // The API's counts ignore filters that only the screen has, so no counts are shown then.
  const wanted = enabled && hasCounts(search);
  const onScreen = countShown(shown, search);
  const asks = wanted && !onScreen;
  const probe = useQuery({ ...first!, enabled: asks });
  const counts = useQueries({
    queries: asked.map((one) => ({ ...one, enabled: asks && probe.isSuccess })),
  });
  return counts.map(({ data, dataUpdatedAt: at }, place) => {
    // The open tab has its number from its rows.
    const isOpen = views[place]?.filterStatus === (search["filterStatus"] ?? "");
    const count = onScreen?.[place] ?? (isOpen ? shown?.total : undefined) ?? data?.value;
    return wanted && count !== undefined ? (
      <OrderCount key={place} count={count} at={isOpen || onScreen ? 0 : at} />
    ) : null;
  });
};

/** Tabs that filter orders by status. */
export const OrderTabs = ({ list }: OrderTabsProps) => {
  const counts = useCounts(list);
  return (
    <ViewTabs
      label="Statuses"
      views={views.map(({ label, filterStatus }, place) => ({
        label,
        filter: { filterStatus },
        count: counts[place] ?? null,
      }))}
    />
  );
};

/** The number of orders in one status under the other filters, requested with the lowest priority. */
const StatusCount = ({ status }: { status: string }) => {
  const { search } = useListSearch();
  const filter = toOrderFilter(search);
  // The tabs' count of all orders shows whether the upstream counts at all.
  const all = useQuery(purchaseOrderCount({ ...filter, filterStatus: undefined }));
  const { data, dataUpdatedAt: at } = useQuery({
    ...purchaseOrderCount({ ...filter, filterStatus: status }),
    enabled: all.isSuccess,
  });
  return data === undefined ? null : <OrderCount count={data.value} at={at} />;
};

interface StatusFilterProps {
  /** Whether the upstream lists orders: then it may also count them. */
  counts: boolean;
}

/** A filter for several statuses, each with its number of orders: counted on opening, since each costs a request. */
export const StatusFilter = ({ counts }: StatusFilterProps) => {
  const [open, setOpen] = useState(false);
  const { search } = useListSearch();
  // The API's counts ignore filters that only the screen has, so no counts are shown then.
  const counted = counts && open && hasCounts(search);
  return (
    <ChoicesFilter
      name="filterStatus"
      label="Status"
      any="Any status"
      choices={statusChoices}
      meaning={findPurchaseOrderStatusHandle}
      beside={(status) => counted && <StatusCount status={status} />}
      onTurn={setOpen}
    />
  );
};

/**
 * The numbers of a text as changes of an address. Its numbers that weren't searched yet stay if the text changes the
 * numbers before them; a text with none of those is another list.
 */
const readChanges = (text: string, { poNumbers, more }: ListSearch) => {
  const { numbers, beyond } = parseNumbers(text);
  const before = new Set(parseCommaList(poNumbers));
  const isSameList = numbers.some((number) => before.has(number));
  const typed = [...numbers, ...beyond].join(",");
  const unsearched = listUnsearched({ poNumbers: typed, more: isSameList ? more : "" });
  return { poNumbers: numbers.join(","), more: unsearched.join(",") };
};

const numberNames = ["poNumbers", "more"] as const;

/** The search field of the list; a text of order numbers is sent to the API. */
export const OrderSearch = () => {
  const { search } = useListSearch();
  return (
    <RecordSearch
      label="Search orders"
      numbers={{
        held: writeNumbers(search["poNumbers"]),
        read: (text) => readChanges(text, search),
        names: numberNames,
      }}
    />
  );
};

const shownAtOnce = 12;

const ownNames: Readonly<Partial<Record<SearchName, string>>> = {
  received: "received status",
  sentBefore: "an end date",
};

const Missing = ({ asked, answer }: { asked: string; answer: Answer<PurchaseOrder[]> }) => {
  const { search } = useListSearch();
  const missing = findMissingNumbers(asked, answer.value);
  // If there are more orders than fit on a page, a missing number may be on the next one.
  if (missing.length === 0 || answer.value.length >= readPaging(search).pageSize) return null;
  const others = orderFilterNames.some(
    (name) => !(inBar as readonly string[]).includes(name) && search[name],
  );
  const names = missing.slice(0, shownAtOnce).join(", ");
  const rest = missing.length > shownAtOnce ? ` and ${missing.length - shownAtOnce} more` : "";
  return (
    <p>
      No order {others && "with these filters "}has the{" "}
      {missing.length === 1 ? "number" : `${formatQuantity(missing.length)} numbers`}{" "}
      <bdi>
        {names}
        {rest}
      </bdi>
      .
    </p>
  );
};

const Beyond = () => {
  const { search, filter } = useListSearch();
  const beyond = listUnsearched(search);
  if (beyond.length === 0) return null;
  const next = splitNumbers(beyond);
  const isFull = parseCommaList(search["poNumbers"]).length >= maxOrderNumbers;
  return (
    <p className="row">
      The service accepts {maxOrderNumbers} numbers at a time
      {!isFull && ", and each spelling of a number counts"}.{" "}
      {formatCount(beyond.length, "pasted number")} not searched yet.
      <Button
        size="xs"
        onClick={() => filter({ poNumbers: next.numbers.join(","), more: next.beyond.join(",") })}
      >
        Show next {formatQuantity(next.numbers.length)}
      </Button>
    </p>
  );
};

/** Notes on the rows: numbers without an order, and filters that apply to this page only. */
export const OrderNotes = ({
  answer,
  isWhole,
}: {
  answer: Answer<PurchaseOrder[]> | undefined;
  isWhole: boolean;
}) => {
  const { search } = useListSearch();
  const asked = search["poNumbers"];
  const own = isWhole ? [] : listOwnFilters(search);
  if (!answer || search["q"] || !(asked || own.length > 0 || search["more"])) return null;
  const fit = answer.value.filter(matchesOwnFilters(search)).length;
  return (
    <div className="order-notes" role="status">
      {asked && <Missing asked={asked} answer={answer} />}
      <Beyond />
      {own.length > 0 && (
        <p>
          The service can't filter by {own.map((name) => ownNames[name]).join(" and ")}, so the
          console filters each page: {formatQuantity(fit)} of{" "}
          {formatCount(answer.value.length, "order")} on this page match.
        </p>
      )}
    </div>
  );
};

/** The dates of orders; the two that limit when an order was sent are next to each other. */
const { filterSentAfter, ...otherDates } = dateFilters;
const dates = { filterSentAfter, sentBefore: "Sent before", ...otherDates } as const;

const rare = ["received", ...searchNames(dates)] as const;

const inBar: readonly SearchName[] = ["q", ...numberNames];

interface OrderFiltersProps {
  /** True once the list's own rows have loaded: they come before any other request. */
  enabled: boolean;
  counts?: boolean;
  /** The orders known on this screen. */
  orders?: readonly PurchaseOrder[] | undefined;
}

const Fields = ({ enabled, counts = false, orders = [] }: OrderFiltersProps) => (
  <>
    <SourceFilter
      name="filterSourceId"
      enabled={enabled}
      known={orders.flatMap(({ sourceId }) => sourceId ?? [])}
    />
    <StatusFilter counts={counts} />
    <ChoicesFilter
      name="filterFulfilmentStatus"
      label="Fulfillment"
      any="Any fulfillment"
      choices={fulfillmentChoices}
      meaning={findFulfillmentStatusHandle}
    />
    <MoreFilters names={rare}>
      {searchNames(dates).map((name) => (
        <DateFilter key={name} name={name} label={dates[name]} />
      ))}
      <div>
        <h3 className="label">Received status</h3>
        <Choices name="received" label="Received status" choices={receivedChoices} />
      </div>
    </MoreFilters>
  </>
);

/** The filters of the list of orders, besides the field for order numbers. */
export const orderFilters = (props: OrderFiltersProps): ListFilters => ({
  names: orderFilterNames.filter((name) => !inBar.includes(name)),
  also: inBar,
  fields: <Fields {...props} />,
});
