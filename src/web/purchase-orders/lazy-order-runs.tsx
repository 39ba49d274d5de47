import type { ComponentProps } from "react";
import { createLater } from "#web/ui/create-later.tsx";
import { whenDrawn } from "#web/ui/when-idle.ts";
import type { OrderSelection as Selection } from "./order-selection.tsx";

const { Later: LaterSelection } = createLater(
  async () => (await import("./order-selection.tsx")).OrderSelection,
);
const { Later: LaterStrip } = createLater(async () => {
  await whenDrawn();
  return (await import("./status-runs/order-run-strip.tsx")).OrderRunStrip;
});

/** The actions on selected orders; their code loads with the first selection. */
export const OrderSelection = (props: ComponentProps<typeof Selection>) => (
  <LaterSelection {...props} />
);

/** The run of orders; its code loads when the orders are drawn. */
export const OrderRunStrip = () => <LaterStrip />;
