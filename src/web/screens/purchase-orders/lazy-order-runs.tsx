import { whenDrawn } from "#web/base/when-idle.ts";
import { later } from "#web/kit/later.tsx";

/** The actions on selected orders; their code loads with the first selection. */
export const OrderSelection = later(
  async () => (await import("./order-selection.tsx")).OrderSelection,
);

/** The run of orders; its code loads when the orders are drawn. */
export const OrderRunStrip = later(async () => {
  await whenDrawn();
  const [{ RunStrip }, { orderRun }] = await Promise.all([
    import("#web/records/runs/run-strip.tsx"),
    import("./order-run.ts"),
  ]);
  return () => <RunStrip control={orderRun} />;
});
