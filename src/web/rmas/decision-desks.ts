import type { Rma } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, readRma, rmaDetail, sendRmaItems } from "#web/api/rmas.ts";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { openDraftKey } from "#web/ui/draft-key.ts";
import { isBusy } from "#web/ui/save-machine.ts";
import { isUpstreamNamed, knownUpstream, namedUpstream } from "#web/ui/upstream-key.ts";
import { createValueStore } from "#web/ui/value-store.ts";
import type { RmaDraft } from "./decision.ts";
import { createDesk, type DecisionDesk } from "./decision-desk.ts";

/** By RMA and upstream: the same id is another RMA on another upstream. */
const desks = new Map<string, DecisionDesk>();
const changes = createValueStore(0);

/** Counts the changes of all drafts and saves, so that a list of them can render again. */
export const deskChanges: Pick<typeof changes, "get" | "subscribe"> = changes;

/** Warns before the page is closed while a save is in progress: its answer would be lost. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
const follow = () => {
  changes.set(changes.get() + 1);
  const busy = [...desks.values()].some(({ saving }) => isBusy(saving.get()));
  if (busy) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
};

const unknownRma: Rma = { items: [], rmaShipments: [] };

/** Calls back when the gateway names this upstream. */
const whenNamed = (upstream: string, callback: () => void): void => {
  const stop = namedUpstream.subscribe(() => {
    if (namedUpstream.get() !== upstream) return;
    stop();
    callback();
  });
};

/** The name of the draft of an RMA's decision. */
export const deskDraft = (id: number): string => `rma.${id}`;

/** The decision on an RMA, which is in the cache. */
export const getDesk = (id: number, upstream: string = knownUpstream()): DecisionDesk => {
  const name = `${id} ${upstream}`;
  const known = desks.get(name);
  if (known) return known;
  const openKey = () => openDraftKey(deskDraft(id), "browser", upstream);
  let key = openKey();
  // The cache drops a record half an hour after the last screen that showed it; a queue is open for longer.
  let last = unknownRma;
  const desk = createDesk({
    record: () => (last = queryClient.getQueryData(rmaDetail(id).queryKey)?.value ?? last),
    read: () => readRma(id),
    send: (lines, sending) => sendRmaItems(id, lines, sending),
    cache: (answer) => cacheRma(id, answer),
    loadDraft: () => readDraft<RmaDraft>(key)?.value,
    storeDraft: (draft) => void writeDraft(key, draft),
  });
  desk.unsent.subscribe(follow);
  desk.saving.subscribe(follow);
  desks.set(name, desk);
  // The draft of an earlier version is taken over only now, unless something was typed already.
  const adopt = () => {
    if (Object.keys(desk.unsent.get().draft).length > 0) return;
    key = openKey();
    const draft = readDraft<RmaDraft>(key)?.value;
    if (draft) desk.change(draft);
  };
  if (!isUpstreamNamed()) whenNamed(upstream, adopt);
  return desk;
};
