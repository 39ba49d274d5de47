import { Button } from "@mantine/core";
import { parseCommaList } from "#contract/comma-list.ts";
import { maxOrderNumbers, type PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Answer } from "#web/api/call.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { readPaging, type SearchName, useListSearch } from "#web/base/list-search.ts";
import { listOwnFilters, matchesOwnFilters, orderFilterNames } from "./order-filter.ts";
import { findMissingNumbers, listUnsearched, splitNumbers } from "#web/records/order-numbers.ts";

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
    (name) => !["poNumbers", "more"].includes(name) && search[name],
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
      The API accepts {maxOrderNumbers} numbers at a time
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
  if (!answer || !(asked || own.length > 0 || search["more"])) return null;
  const fit = answer.value.filter(matchesOwnFilters(search)).length;
  return (
    <div className="order-notes" role="status">
      {asked && <Missing asked={asked} answer={answer} />}
      <Beyond />
      {own.length > 0 && (
        <p>
          The API can't filter by {own.map((name) => ownNames[name]).join(" and ")}, so the console
          filters each page: {formatQuantity(fit)} of {formatCount(answer.value.length, "order")} on
          this page match.
        </p>
      )}
    </div>
  );
};
