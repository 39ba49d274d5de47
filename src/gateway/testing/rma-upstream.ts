import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import type { NewBulkRun } from "#contract/bulk-runs.ts";
import { answer, type Behaviour, startUpstream } from "./recording-upstream.ts";

type Line = Rma["items"][number];

/** An upstream of RMAs with one line of two units each, which are changed as the API does it. */
export const startRmaUpstream = async (count: number) => {
  const rmas = new Map(
    Array.from({ length: count }, (_, index): [number, Rma] => {
      const id = index + 1;
      const line: Line = { id: id * 10, quantity: 2, title: "Tent", bundleComponents: [] };
      return [id, { id, rmaStatus: "Waiting", items: [line], rmaShipments: [] }];
    }),
  );
  const write = (id: number, changes: Partial<Line>) => {
    const rma = rmas.get(id)!;
    const [line] = rma.items;
    rmas.set(id, { ...rma, rmaStatus: "Approved", items: [{ ...line!, ...changes }] });
  };
  const serve: Behaviour = (_, response, { method, url, body }) => {
    const id = Number(/\d+/.exec(url)?.[0]);
    const rma = rmas.get(id);
    if (rma === undefined) return answer(response, 404, { error: "Not found" });
    // An empty update changes nothing.
    if (method === "PATCH")
      for (const { id: _line, ...changes } of JSON.parse(body) as RmaItemUpdate[])
        write(id, changes as Partial<Line>);
    return answer(response, 200, rmas.get(id));
  };
  const upstream = await startUpstream(serve);
  return {
    upstream,
    rmas,
    write,
    serve,
    /** How often the change of each RMA arrived. */
    changes: () => {
      const arrived = upstream.arrivals.filter(({ method }) => method === "PATCH");
      return [...rmas.keys()].map(
        (id) => arrived.filter(({ url }) => url === `/rmas/${id}/items`).length,
      );
    },
    close: upstream.close,
  };
};

/** A run that approves both units of these RMAs. */
export const approvalOf = (ids: readonly number[]): NewBulkRun => ({
  operation: "updateRmaItems",
  title: "Approve rest",
  past: "approved",
  items: ids.map((id) => ({
    recordId: id,
    name: `RMA-${id}`,
    change: {
      items: [{ id: id * 10, approvedQuantity: 2 }],
      seen: {
        rmaStatus: "Waiting",
        lineCount: 1,
        items: [{ id: id * 10, quantity: 2, approvedQuantity: 0, deniedQuantity: 0 }],
      },
    },
    planned: "Waiting → Approved, 2 units approved",
    report: { "Units approved": 2 },
  })),
});
