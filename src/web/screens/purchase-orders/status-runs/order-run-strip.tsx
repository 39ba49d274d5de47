import { RunStrip } from "#web/records/runs/run-strip.tsx";
import { orderRun } from "./order-run.ts";

/** The run of orders, on their list. */
export const OrderRunStrip = () => <RunStrip control={orderRun} />;
