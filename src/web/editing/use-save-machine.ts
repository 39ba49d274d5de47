import { useEffect, useLayoutEffect, useState } from "react";
import {
  createSaveMachine,
  type SaveKind,
  type SaveMachine,
  type SavePlan,
} from "./save-machine.ts";
import { useValue } from "#web/base/value-store.ts";

interface Started<R, A, S, C> {
  readonly machine: SaveMachine<S, C>;
  /** Updates the plan. */
  readonly follow: (next: SavePlan<R, A, S, C>) => void;
}

const startMachine = <R, A, S, C>(first: SavePlan<R, A, S, C>): Started<R, A, S, C> => {
  let plan = first;
  return {
    machine: createSaveMachine(() => plan),
    follow: (next) => {
      plan = next;
    },
  };
};

/** The states in which a save goes on, or is still to be checked, after its screen was left. */
const outliving: ReadonlySet<SaveKind> = new Set(["waiting", "reading", "sending", "unknown"]);

/** By the key of the draft: a screen that is opened again goes on with such a save, and never sends beside it. */
const left = new Map<string, unknown>();

/**
 * Saves one record with the plan of the latest render. `key`: the draft's. `unanswered` returns a request that an earlier
 * page sent without receiving an answer.
 */
export const useSaveMachine = <R, A, S, C>(
  key: string,
  plan: SavePlan<R, A, S, C>,
  unanswered?: () => S | undefined,
) => {
  const [started] = useState(() => {
    const known = left.get(key) as Started<R, A, S, C> | undefined;
    // A save in several requests goes on with the edits of its own screen: only one that has not begun is taken over.
    if (known && (!unanswered || known.machine.state.get().kind === "waiting")) return known;
    const fresh = startMachine(plan);
    const sent = unanswered?.();
    if (sent !== undefined) fresh.machine.markUnknown(sent);
    return fresh;
  });
  const { machine, follow } = started;
  useLayoutEffect(() => follow(plan));
  useEffect(() => {
    left.delete(key);
    return () => {
      if (outliving.has(machine.state.get().kind)) left.set(key, started);
    };
  }, [key, machine, started]);
  return {
    machine,
    state: useValue(machine.state),
    /** Whether the screen was left during a save, and not opened again. */
    isLeft: () => [...left.values()].includes(started),
  };
};
