import type { QueryClient } from "@tanstack/react-query";
import { isUnserved } from "#web/base/api-error.ts";
import { describeError } from "#web/api/error-advice.ts";
import { purchaseOrderList } from "#web/api/purchase-orders.ts";
import { rmaList } from "#web/api/rmas.ts";
import { numbersToRequest } from "#web/records/order-numbers.ts";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import type { NumberedKind } from "./palette-option.ts";

interface Answered {
  readonly value: readonly { readonly id?: number | null | undefined }[];
}

/** The same request as that of the list for this number, so that the list finds the response in the cache. */
const requests: Readonly<
  Record<NumberedKind, (cache: QueryClient, number: string) => Promise<Answered>>
> = {
  rmas: (cache, number) =>
    cache.fetchQuery(
      rmaList({ rmaNumbers: toRecordNumbers(number, "RMA"), pageNumber: 1, pageSize: 50 }),
    ),
  "purchase-orders": (cache, number) =>
    cache.fetchQuery(
      purchaseOrderList({
        poNumbers: numbersToRequest(number),
        filterPageNumber: 1,
        filterPageSize: 50,
      }),
    ),
};

const filters = { rmas: "rmaNumbers", "purchase-orders": "poNumbers" } as const;
const plurals = { rmas: "RMAs", "purchase-orders": "purchase orders" } as const;
const singles = { rmas: "RMA", "purchase-orders": "purchase order" } as const;

/** The address for a number, or the reason why there is none. */
export type FoundPlace = { readonly path: string } | { readonly problem: string };

/** Finds a record by number with one request: the address of the record, or of the list if there are several. */
export const findByNumber = async (
  cache: QueryClient,
  kind: NumberedKind,
  number: string,
): Promise<FoundPlace> => {
  try {
    const { value } = await requests[kind](cache, number);
    const [first] = value;
    if (!first?.id) return { problem: `No ${singles[kind]} has the number ${number}.` };
    return value.length === 1
      ? { path: `/${kind}/${first.id}` }
      : { path: `/${kind}?${filters[kind]}=${encodeURIComponent(number)}` };
  } catch (error) {
    return isUnserved(error)
      ? { problem: `The API doesn't offer a list of ${plurals[kind]}. Open the record by its ID.` }
      : { problem: `Couldn't search ${plurals[kind]}. ${describeError(error).text}` };
  }
};
