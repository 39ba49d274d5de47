import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { createValueStore, type ValueStore } from "./value-store.ts";

/** An action of the current screen, for the command palette. */
export interface ScreenAction {
  /** The text of its button, with the object: the palette shows it out of context. */
  readonly label: string;
  readonly run: () => void;
  /** Why the person's role forbids it: the palette then shows the reason. */
  readonly locked?: string | undefined;
}

type Actions = readonly (ScreenAction | false)[];
/** The mounted components that offer actions, each with its latest ones. */
export type ActionSources = readonly RefObject<Actions>[];

const sources = createValueStore<ActionSources>([]);

/** The parts of the current screen that offer actions; changes when one is mounted or unmounted. */
export const actionSources: Pick<ValueStore<ActionSources>, "get" | "subscribe"> = sources;

/** The actions that are available now, in the order in which the parts of the screen were mounted. */
export const availableActions = (from: ActionSources): ScreenAction[] =>
  from.flatMap(({ current }) => current.filter((action) => action !== false));

/** Offers actions in the command palette while the component is mounted; `false` leaves one out. */
export const useScreenActions = (actions: Actions): void => {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    sources.set([...sources.get(), latest]);
    return () => sources.set(sources.get().filter((source) => source !== latest));
  }, []);
};
