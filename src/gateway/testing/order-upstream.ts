import type { ServerResponse } from "node:http";
import { answer, type Behaviour, startUpstream, type TestUpstream } from "./recording-upstream.ts";

const handles = {
  processing: "Processing",
  processed: "Processed",
  acknowledged: "Acknowledged",
} as const;

type Status = keyof typeof handles;

interface Order {
  readonly id: number;
  readonly sourceId: number;
  status: Status;
  lastModifiedAt: string;
}

export interface OrderUpstream extends TestUpstream {
  /** Puts this many new orders of a source into Processing; returns their ids. */
  add(sourceId: number, count: number): number[];
  /** Changes the status of orders, as another program does. */
  setStatus(ids: readonly number[], status: Status): void;
  /** Called before each page of the list is read. */
  beforePage(act: (page: number) => void): void;
  /** The ids that left Processing, call by call. */
  readonly moves: number[][];
  /** Handles the response to a retrieval after its orders are moved; by default it is sent. */
  afterMove(behaviour: (response: ServerResponse, text: string) => void | Promise<void>): void;
  /** Handles a retrieval instead of moving orders; undefined: it moves them. */
  insteadOfMoving(behaviour: Behaviour | undefined): void;
  /** False: it serves only the documented operations, and lists nothing. */
  hasList: boolean;
  /** Milliseconds by which its clock is ahead. */
  skewMs: number;
}

/** Formatted by hand: numbers and spaces that a JSON serializer would change. */
const written = ({ id, sourceId, status, lastModifiedAt }: Order): string =>
  `{ "id": ${id},"sourceId":${sourceId}, "purchaseOrderNumber":"PO-${id} – 木\\u0041", "totalCost": 12.50, ` +
  `"externalId":12345678901234567890, "lastModifiedAt":"${lastModifiedAt}", ` +
  `"purchaseOrderStatus":{"name":"${handles[status]}","handle":"${status}"}}`;

/** An upstream that moves orders like the API (api 4.3), and lists them like neighboring APIs. */
export const startOrderUpstream = async (): Promise<OrderUpstream> => {
  const orders: Order[] = [];
  const moves: number[][] = [];
  let after: Parameters<OrderUpstream["afterMove"]>[0] = (response, text) =>
    answer(response, 200, text);
  let instead: Behaviour | undefined;
  let beforeEach: (page: number) => void = () => undefined;
  const now = () => new Date(Date.now() + upstream.skewMs).toISOString();

  const move = (sourceId: string | null): string => {
    const due = orders.filter(
      (order) =>
        order.status === "processing" && (sourceId === null || order.sourceId === Number(sourceId)),
    );
    for (const order of due) Object.assign(order, { status: "processed", lastModifiedAt: now() });
    moves.push(due.map(({ id }) => id));
    return `[ ${due.map(written).join(" ,")}\n]`;
  };
  const list = (query: URLSearchParams): string => {
    const [source, since] = [query.get("filterSourceId"), query.get("filterUpdatedAfter") ?? ""];
    const size = Number(query.get("filterPageSize") ?? 50);
    const page = Number(query.get("filterPageNumber") ?? 1);
    beforeEach(page);
    const start = (page - 1) * size;
    const found = orders.filter(
      (order) =>
        order.status === query.get("filterStatus") &&
        order.lastModifiedAt > since &&
        (source === null || order.sourceId === Number(source)),
    );
    return `[${found
      .toReversed()
      .slice(start, start + size)
      .map(written)
      .join(",")}]`;
  };

  const started = await startUpstream(async (request, response, arrival) => {
    const { pathname, searchParams } = new URL(arrival.url, "http://upstream");
    response.setHeader("date", new Date(Date.now() + upstream.skewMs).toUTCString());
    if (pathname === "/purchase-orders/processing") {
      if (instead !== undefined) await instead(request, response, arrival);
      else await after(response, move(searchParams.get("filterSourceId")));
    } else if (pathname === "/purchase-orders" && upstream.hasList)
      answer(response, 200, list(searchParams));
    else answer(response, 404, { error: "Not found" });
  });
  const upstream: OrderUpstream = {
    ...started,
    moves,
    hasList: true,
    skewMs: 0,
    add: (sourceId, count) =>
      Array.from({ length: count }, () => {
        const id = orders.length + 1;
        orders.push({ id, sourceId, status: "processing", lastModifiedAt: "2026-01-05T08:00:00Z" });
        return id;
      }),
    setStatus: (ids, status) => {
      for (const order of orders)
        if (ids.includes(order.id)) Object.assign(order, { status, lastModifiedAt: now() });
    },
    beforePage: (act) => {
      beforeEach = act;
    },
    afterMove: (behaviour) => {
      after = behaviour;
    },
    insteadOfMoving: (behaviour) => {
      instead = behaviour;
    },
  };
  return upstream;
};
