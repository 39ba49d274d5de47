import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { invalidateOrder, invalidateOrders } from "#web/api/purchase-orders.ts";
import { whenDrawn } from "#web/base/when-idle.ts";
import { later } from "#web/kit/later.tsx";

/** The actions on selected orders; their code loads with the first selection. */
export const OrderSelection = later(
  async () => (await import("./order-selection.tsx")).OrderSelection,
);

/** The runs of orders; their code loads when the orders are drawn. */
export const OrderRunStrip = later(async () => {
  await whenDrawn();
  const [{ RunStrip }, { runKinds }] = await Promise.all([
    import("#web/records/runs/run-strip.tsx"),
    import("#web/records/runs/run-words.ts"),
  ]);
  return () => (
    <RunStrip
      kind={runKinds["purchase-orders"]}
      permission={purchaseOrderOperations.acknowledgePurchaseOrder}
      onChanged={invalidateOrders}
    />
  );
});

/** The result of the newest run for one order; its code loads after the screen's own. */
export const OrderRunResult = later(async () => {
  const [{ RecordRun }, { runKinds }] = await Promise.all([
    import("#web/records/runs/record-run.tsx"),
    import("#web/records/runs/run-words.ts"),
  ]);
  return ({ id }: { id: number }) => (
    <RecordRun
      kind={runKinds["purchase-orders"]}
      recordId={id}
      onChanged={() => invalidateOrder(id)}
    />
  );
});
