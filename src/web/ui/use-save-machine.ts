import { useLayoutEffect, useState } from "react";
import { createSaveMachine, type SavePlan } from "./save-machine.ts";
import { useValue } from "./value-store.ts";

/** A machine, and a function that updates its plan. */
const startMachine = <R, A, S, C>(first: SavePlan<R, A, S, C>) => {
  let plan = first;
  return {
    machine: createSaveMachine(() => plan),
    follow: (next: SavePlan<R, A, S, C>) => {
      plan = next;
    },
  };
};

/**
 * Saves one record with the plan of the latest render. `unanswered` returns a request that an earlier page sent without
 * receiving an answer.
 */
export const useSaveMachine = <R, A, S, C>(
  plan: SavePlan<R, A, S, C>,
  unanswered?: () => S | undefined,
) => {
  const [{ machine, follow }] = useState(() => {
    const started = startMachine(plan);
    const sent = unanswered?.();
    if (sent !== undefined) started.machine.markUnknown(sent);
    return started;
  });
  useLayoutEffect(() => follow(plan));
  return { machine, state: useValue(machine.state) };
};
