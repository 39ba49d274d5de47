import { createContext, useContext } from "react";
import { createValueStore, useValue } from "#web/ui/value-store.ts";
import type { DraftKeeper, KeeperState } from "./draft-keeper.ts";
import type { RuleSaving, SavingState } from "./rule-saving.ts";

export const SavingContext = createContext<RuleSaving | undefined>(undefined);

export const useSaving = (): RuleSaving => {
  const saving = useContext(SavingContext);
  if (!saving) throw new Error("There is no rule open around this component.");
  return saving;
};

export const useSavingState = (): SavingState => useValue(useSaving().state);

export const KeeperContext = createContext<DraftKeeper | undefined>(undefined);

const nothingKept = createValueStore<KeeperState>({ kind: "none" });

/** The state of the open rule's draft in this browser. */
export const useKeeperState = (): KeeperState =>
  useValue(useContext(KeeperContext)?.state ?? nothingKept);
