import { createValueStore, type ValueStore } from "#web/base/value-store.ts";

/** A save that is sent later. */
interface Waiting {
  readonly state: Pick<
    ValueStore<{ readonly kind: string; readonly cancel?: () => void }>,
    "get" | "subscribe"
  >;
  /** Reads the record, compares and sends, if it still waits. */
  readonly resume: () => Promise<void>;
}

/** A save that is sent when the gateway answers again. It is kept in this tab, also when its screen is left. */
export interface WaitingSave extends Waiting, SavePlace {}

/** Where a save is found again. */
export interface SavePlace {
  readonly title: string;
  readonly path: string;
}

/** Whether the last request got no response from the gateway. */
export const isDisconnected = createValueStore(false);

const all = createValueStore<readonly WaitingSave[]>([]);

/** All of them, the oldest first; those that could not be sent stay until they are dismissed. */
export const waitingSaves: Pick<typeof all, "get" | "subscribe"> = all;

/** Removes a save from the list. It is not canceled. */
export const dismissSave = ({ state }: Pick<WaitingSave, "state">): void =>
  all.set(all.get().filter((one) => one.state !== state));

/** The title and the address of the present screen. */
export const readScreen = (): SavePlace => ({
  title: document.title.replace(/ · Supercargo$/, ""),
  path: location.pathname + location.search,
});

/** Adds a save, once; by default it is found on the present screen. */
export const addWaitingSave = (waiting: Waiting, place: SavePlace = readScreen()): void => {
  dismissSave(waiting);
  all.set([...all.get(), { ...waiting, ...place }]);
  const stop = waiting.state.subscribe(() => {
    // Saved, canceled, or edited again.
    if (waiting.state.get().kind === "editing") {
      dismissSave(waiting);
      stop();
    } else all.set([...all.get()]);
  });
};

/** Sends them one after another; each is compared with its record first. */
export const sendWaitingSaves = async (): Promise<void> => {
  for (const { resume } of all.get()) await resume();
};
