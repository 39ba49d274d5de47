import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { receiveOrders } from "#web/api/received-orders.ts";
import { notify } from "#web/kit/notify.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useSending } from "#web/kit/use-sending.ts";
import { describeEnd, describeFailure } from "./run-words.ts";

/**
 * Receives the orders of a source, or of all sources with null: sends once, however often it is called, and opens the
 * run. If the screen was left meanwhile, a notification reports the result and offers to open it.
 */
export const useReceive = () => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [refused, setRefused] = useState<string>();
  const openRuns = () => void navigate({ to: "/received-orders" });
  const openRun = (id: number) =>
    navigate({ to: "/received-orders/$id", params: { id: String(id) } });
  const { sending, error, send } = useSending(async (sourceId: number | null) => {
    setRefused(undefined);
    const run = await receiveOrders(sourceId).catch((failure: unknown) => {
      if (!isShown()) notify(describeFailure(failure), { label: "Open", act: openRuns });
      throw failure;
    });
    if (!isShown())
      return notify(describeEnd(run), { label: "Open", act: () => void openRun(run.id) });
    if (run.state === "refused") return setRefused(run.reason ?? "No orders were changed.");
    if (run.state === "received") notify(describeEnd(run));
    await openRun(run.id);
  });
  return { busy: sending, error, refused, receive: send };
};
