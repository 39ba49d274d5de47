import type { ComponentProps } from "react";
import { createLater } from "#web/kit/create-later.tsx";
import { whenDrawn } from "#web/base/when-idle.ts";
import type { OrderSelection as Selection } from "./order-selection.tsx";

const { Later: LaterSelection } = createLater(
  async () => (await import("./order-selection.tsx")).OrderSelection,
);
const { Later: LaterStrip } = createLater(async () => {
  await whenDrawn();
  return (await import("#web/screens/purchase-orders/status-runs/order-run-strip.tsx"))
    .OrderRunStrip;
});

/** The actions on selected orders; their code loads with the first selection. */
export const OrderSelection = (props: ComponentProps<typeof Selection>) => (
  <LaterSelection {...props} />
);

/** The run of orders; its code loads when the orders are drawn. */
export const OrderRunStrip = () => <LaterStrip />;
