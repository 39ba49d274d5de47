import type { Rma } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, readRma, rmaDetail } from "#web/api/rmas.ts";
import { sendRmaItems } from "#web/api/rma-queues.ts";
import { isBusy } from "#web/editing/save-machine.ts";
import { openSharedDraft, whenPageHides } from "#web/editing/shared-draft.ts";
import { createValueStore } from "#web/base/value-store.ts";
import { createDesk, type DecisionDesk } from "./decision-desk.ts";
import { draftFields } from "./draft-fields.ts";

const desks = new Map<number, DecisionDesk>();
const changes = createValueStore(0);
const countChange = (): void => changes.set(changes.get() + 1);

/** Counts the changes of all drafts and saves, so that a list of them can render again. */
export const deskChanges: Pick<typeof changes, "get" | "subscribe"> = changes;

/** Warns before the page is closed while a save is in progress: its answer would be lost. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
const follow = () => {
  countChange();
  const busy = [...desks.values()].some(({ saving }) => isBusy(saving.get()));
  if (busy) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
};

/** Store what was typed in each desk again. */
const keepers: (() => void)[] = [];
const keepAll = () => {
  for (const keep of keepers) keep();
};

const unknownRma: Rma = { items: [], rmaShipments: [] };

/** The name of the draft of an RMA's decision. */
const deskDraft = (id: number): string => `rma.${id}`;

const openDesk = (id: number): DecisionDesk => {
  const stored = openSharedDraft(deskDraft(id), "browser", draftFields);
  // The cache drops a record half an hour after the last screen that showed it; a queue is open for longer.
  let last = unknownRma;
  const desk = createDesk({
    record: () => (last = queryClient.getQueryData(rmaDetail(id).queryKey)?.value ?? last),
    read: () => readRma(id),
    send: (lines, sending) => sendRmaItems(id, lines, sending),
    cache: (answer) => cacheRma(id, answer),
    loadDraft: () => stored.opened,
    storeDraft: (draft) => stored.store(draft ?? {}),
  });
  desk.unsent.subscribe(follow);
  desk.saving.subscribe(follow);
  // Another tab may have replaced, saved or discarded its own decision on the same RMA.
  if (keepers.length === 0) whenPageHides(keepAll);
  keepers.push(() => stored.keep(stored.isTypedHere));
  return desk;
};

/** The decision on an RMA, which is in the cache. */
export const getDesk = (id: number): DecisionDesk => {
  const known = desks.get(id);
  if (known) return known;
  const desk = openDesk(id);
  desks.set(id, desk);
  return desk;
};
