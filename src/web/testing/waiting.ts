import { vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import type { SaveMachine } from "#web/editing/save-machine.ts";
import { dismissSave, waitingSaves } from "#web/editing/waiting-saves.ts";

/** The failure of a call that the gateway did not answer. */
export const silence = new ApiError("The gateway is down.", { outcome: "refused" });

/** Starts a save that the gateway does not answer, and lets it wait. */
export const saveOffline = async (
  machine: SaveMachine<string, string>,
  reads?: { reject: (error: unknown) => void },
): Promise<void> => {
  vi.stubGlobal("location", { pathname: "/rmas/5", search: "?page=2" });
  vi.stubGlobal("document", { title: "RMA-5 · Supercargo" });
  reads?.reject(silence);
  await machine.save();
  const state = machine.state.get();
  if (state.kind === "unread") state.wait?.();
};

/** Removes the waiting saves and the stubs of a test: the next one may be of another file in the same process. */
export const endWaiting = (): void => {
  for (const save of waitingSaves.get()) dismissSave(save);
  vi.unstubAllGlobals();
};
