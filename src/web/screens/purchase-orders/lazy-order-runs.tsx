import type { ComponentProps } from "react";
import { whenDrawn } from "#web/base/when-idle.ts";
import { createLater } from "#web/kit/create-later.tsx";
import type { OrderSelection as Selection } from "./order-selection.tsx";

const { Later: LaterSelection } = createLater(
  async () => (await import("./order-selection.tsx")).OrderSelection,
);
const { Later: LaterStrip } = createLater(async () => {
  await whenDrawn();
  const [{ RunStrip }, { orderRun }] = await Promise.all([
    import("#web/records/runs/run-strip.tsx"),
    import("./order-run.ts"),
  ]);
  return () => <RunStrip control={orderRun} />;
});

/** The actions on selected orders; their code loads with the first selection. */
export const OrderSelection = (props: ComponentProps<typeof Selection>) => (
  <LaterSelection {...props} />
);

/** The run of orders; its code loads when the orders are drawn. */
export const OrderRunStrip = () => <LaterStrip />;
