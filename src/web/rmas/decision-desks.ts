import type { Rma } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, readRma, rmaDetail } from "#web/api/rmas.ts";
import { sendRmaItems } from "#web/api/rma-queues.ts";
import { readDraft } from "#web/ui/draft.ts";
import { openDraftKey } from "#web/ui/draft-key.ts";
import { isBusy } from "#web/ui/save-machine.ts";
import { openSharedDraft, whenPageHides } from "#web/ui/shared-draft.ts";
import { isUpstreamNamed, knownUpstream, namedUpstream } from "#web/ui/upstream-key.ts";
import { createValueStore } from "#web/ui/value-store.ts";
import type { RmaDraft } from "./decision.ts";
import { createDesk, type DecisionDesk } from "./decision-desk.ts";
import { fieldsLeft } from "./draft-changes.ts";
import { draftFields } from "./draft-fields.ts";

/** By RMA and upstream: the same id is another RMA on another upstream. */
const desks = new Map<string, DecisionDesk>();
const nameDesk = (id: number, upstream: string): string => `${id} ${upstream}`;
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

interface AssumedDesk {
  readonly id: number;
  readonly desk: DecisionDesk;
  /** Takes the drafts to the upstream that the gateway has named. */
  readonly moveTo: (upstream: string) => void;
}

/** The desks that were opened before the gateway named its upstream, by their names. */
const assumed = new Map<string, AssumedDesk>();

/** Their RMAs came from the gateway, so they are those of the upstream that it names. */
namedUpstream.subscribe(() => {
  const upstream = namedUpstream.get();
  if (upstream === undefined) return;
  const opened = [...assumed];
  assumed.clear();
  // All of them first: a change of one draft lets lists look the others up.
  for (const [name, { id, desk }] of opened) {
    desks.delete(name);
    desks.set(nameDesk(id, upstream), desk);
  }
  for (const [, { moveTo }] of opened) moveTo(upstream);
  countChange();
});

/** The name of the draft of an RMA's decision. */
export const deskDraft = (id: number): string => `rma.${id}`;

const openKey = (id: number, upstream: string): string =>
  openDraftKey(deskDraft(id), "browser", upstream);

const isBlank = (draft: RmaDraft): boolean => Object.keys(draft).length === 0;

const openDesk = (id: number, upstream: string): AssumedDesk => {
  const openDraft = (on: string) => openSharedDraft(openKey(id, on), "browser", draftFields);
  const savedAt = readDraft<RmaDraft>(openKey(id, upstream))?.savedAt;
  let stored = openDraft(upstream);
  const base = stored.opened;
  // The cache drops a record half an hour after the last screen that showed it; a queue is open for longer.
  let last = unknownRma;
  /** Whether something was stored here: what another tab stores for the assumed upstream isn't touched otherwise. */
  let isStored = false;
  const desk = createDesk({
    record: () => (last = queryClient.getQueryData(rmaDetail(id).queryKey)?.value ?? last),
    read: () => readRma(id),
    send: (lines, sending) => sendRmaItems(id, lines, sending),
    cache: (answer) => cacheRma(id, answer),
    loadDraft: () => base,
    storeDraft: (draft) => {
      isStored = true;
      stored.store(draft ?? {});
    },
  });
  const before = desk.unsent.get().draft;
  desk.unsent.subscribe(follow);
  desk.saving.subscribe(follow);
  // Another tab may have replaced, saved or discarded its own decision on the same RMA.
  if (keepers.length === 0) whenPageHides(keepAll);
  keepers.push(() => stored.keep(stored.isTypedHere));
  /** What was stored for the assumed upstream stays there, as old as it is. */
  const putBack = () => {
    if (!isStored) return;
    stored.store(fieldsLeft(base, before, desk.unsent.get().draft), savedAt);
  };
  const moveTo = (named: string) => {
    const isSame = named === upstream;
    // The draft of an earlier version is taken over only now, unless something was typed already.
    if (isSame && !isBlank(desk.unsent.get().draft)) return;
    if (!isSame) putBack();
    stored = openDraft(named);
    desk.carry(isSame ? {} : base, stored.opened);
  };
  return { id, desk, moveTo };
};

/** The decision on an RMA, which is in the cache. */
export const getDesk = (id: number, upstream: string = knownUpstream()): DecisionDesk => {
  const name = nameDesk(id, upstream);
  const known = desks.get(name);
  if (known) return known;
  const opened = openDesk(id, upstream);
  desks.set(name, opened.desk);
  if (!isUpstreamNamed()) assumed.set(name, opened);
  return opened.desk;
};
