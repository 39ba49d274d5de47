import { pageSize } from "#contract/limits.ts";
import type { ProductIndex } from "#catalog/product-index.ts";
import type { ProductQuery } from "#contract/catalog.ts";
import { fetchChangedProducts } from "#web/api/products.ts";
import { type CopyIndex, createOverview, openCopyIndex } from "./copy-index.ts";
import type { CopyHead } from "./copy-record.ts";
import {
  type CopyCall,
  type CopyCalls,
  type CopyCommand,
  type CopyReply,
  type CopyRequest,
  type CopyState,
  type CopyStorage,
  openingState,
  storageFailed,
  type SweepProgress,
} from "./copy-state.ts";
import { type CopyStore, openInMemory, openStore } from "./copy-store.ts";
import { createCopySync, type SyncStatus } from "./copy-sync.ts";
import { type CopyNotice, holdLead, openNotices } from "./copy-tabs.ts";

interface OpenedCopy {
  readonly store: CopyStore;
  readonly index: CopyIndex;
  readonly pause: () => Promise<void>;
  readonly touch: () => void;
  readonly seen: () => void;
  readonly hidden: () => void;
  readonly command: (command: CopyCommand) => Promise<void>;
  readonly forget: () => Promise<void>;
}

const find = (index: ProductIndex, query: ProductQuery, first: number, last: number) => {
  const matches = index.search(query);
  const shown = matches.ids.subarray(first, last + 1);
  return { ...matches, rows: index.rows(shown, query.text, matches.corrected) };
};

/** The calls that a page can make on an open copy. */
const copyCalls: {
  [C in CopyCall]: (
    opened: OpenedCopy,
    ...args: Parameters<CopyCalls[C]>
  ) => ReturnType<CopyCalls[C]> | Promise<ReturnType<CopyCalls[C]>>;
} = {
  search: ({ index, touch }, query, first, last) => {
    touch();
    return find(index.index(), query, first, last);
  },
  matches: ({ index }, query) => index.index().search(query),
  facets: ({ index }, query) => index.index().facets(query),
  rows: ({ index }, ids, text, corrected) => index.index().rows(ids, text, corrected),
  pack: ({ index, pause }) => index.packer.pack(index.index(), pause),
  product: async ({ store, touch }, id) => {
    touch();
    const [[record], earlier] = await Promise.all([store.records([id]), store.earlier(id)]);
    return (
      record && {
        product: record.product,
        readAt: record.readAt,
        ...(earlier && { previous: { product: earlier.product, readAt: earlier.readAt } }),
        ...(record.goneAt !== null && { goneAt: record.goneAt }),
      }
    );
  },
  products: async ({ store }, ids) =>
    (await store.records(ids)).flatMap((record) => record?.product ?? []),
  overview: ({ index, pause }, timeZone) => createOverview(index.index(), pause, timeZone),
  forget: ({ forget }) => forget() as Promise<undefined>,
};

/** Collects the buffers of an answer that can be transferred instead of copied. */
const collectBuffers = (value: unknown): ArrayBuffer[] =>
  Object.values(value ?? {}).flatMap((part: unknown) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? part.buffer : [],
  );

const orUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** The number of new rows on a page: each page repeats the last row of the previous one. */
const countNewRows = (size: number): number => Math.max(1, size - 1);

const toProgress = (
  { sweep: { sweep: job, size }, sweepBegan }: CopyHead,
  pageMs: number | undefined,
): SweepProgress | undefined => {
  if (job === null) return undefined;
  const total = orUndefined(job.total);
  const left = total === undefined ? undefined : Math.max(0, total - job.seen) / countNewRows(size);
  return {
    first: !job.repeat,
    pages: job.pages,
    totalPages: left === undefined ? undefined : job.pages + Math.ceil(left),
    seen: job.seen,
    total,
    requests: job.requests,
    startedAt: sweepBegan ?? 0,
    leftMs: left === undefined || pageMs === undefined ? undefined : Math.round(left * pageMs),
    closing: job.stage !== "reading",
    round: job.round,
  };
};

const toCopyState = (
  head: CopyHead | undefined,
  status: SyncStatus | undefined,
): Partial<CopyState> => ({
  ...(status && {
    phase: status.phase,
    problem: status.problem,
    waitingUntil: status.waitingUntil,
    nextCheckAt: status.nextCheckAt,
  }),
  sweep: head && toProgress(head, status?.pageMs),
  sweptAt: orUndefined(head?.sweptAt),
  sweptFrom: orUndefined(head?.sweptFrom),
  checkedAt: orUndefined(head?.checkedAt),
  restless: head?.sweep.restless ?? false,
  requests: head?.requests ?? 0,
  unreadable: head?.sweep.sweep?.unreadable ?? 0,
});

/** How long to wait for the leading tab's response; it may be busy with a long step. */
const answersWithinMs = 2_000;

const handedOver: ReadonlySet<CopyCall> = new Set(["search", "matches", "pack"]);

const serveCopy = (
  send: (reply: CopyReply, transfer?: ArrayBuffer[]) => void,
  pause: () => Promise<void>,
): ((request: CopyRequest) => void) => {
  let state: CopyState = openingState;
  let reporting: ReturnType<typeof setTimeout> | undefined;
  let visible = true;
  let seenAt = 0;
  let lastSearch = 0;
  let isOpen = false;
  let setOpened: (opened: OpenedCopy) => void;
  const opening = new Promise<OpenedCopy>((resolve) => {
    setOpened = resolve;
  });

  const sendState = () => {
    reporting = undefined;
    send({ kind: "state", state });
  };
  /** Sends the state at most every 250 ms, except for changes that a person waits for. */
  const report = (change: Partial<CopyState>) => {
    const before = state;
    state = { ...state, ...change };
    const hasFirst = before.products === 0 && state.products > 0;
    if (hasFirst || state.phase !== before.phase || state.searchable !== before.searchable) {
      clearTimeout(reporting);
      sendState();
    } else reporting ??= setTimeout(sendState, 250);
  };
  const onStorage = (storage: CopyStorage) => report({ storage });
  const isSeen = () => visible || performance.now() - seenAt < 45_000;

  const open = async (
    { copy, channelId, lookupOnly = false }: Extract<CopyRequest, { kind: "open" }>,
    openIn: typeof openStore,
  ) => {
    const store = await openIn(copy, onStorage);
    const ended = new AbortController();
    const [index] = await Promise.all([
      openCopyIndex(store, pause),
      lookupOnly || store.begin(channelId, pageSize.maximum, Date.now()),
    ]);
    let head: CopyHead | undefined = await store.head();
    let status: SyncStatus | undefined;
    // Continues from the revision at which the copy was deleted; its writes start at 0 again.
    let began = 0;
    const revision = () => began + index.rev();
    const refresh = () =>
      report({ ...toCopyState(head, status), products: index.index().size, revision: revision() });
    const notices = openNotices(store.kind === "memory" ? undefined : copy);

    const sync = createCopySync({
      store,
      now: () => performance.now(),
      wall: () => Date.now(),
      visible: isSeen,
      request: async ({ after, page, fresh }, signal) => {
        const size = head?.sweep.size ?? pageSize.maximum;
        const from = new Date(after).toISOString();
        const { value, total, age } = await fetchChangedProducts(
          { channelId, after: from, page, size, fresh },
          signal,
        );
        return { products: value, total, age };
      },
      onPage: (change) => {
        head = change.head;
        index.put(change.changed, change.head.rev);
        refresh();
        notices.post({ kind: "changed", state });
        void index.save(change.ended === "sweep");
      },
      onHead: async (next, reason) => {
        head = next;
        if (reason === "gone") {
          await index.catchUp();
          await index.save(true);
        }
        refresh();
        notices.post({ kind: "changed", state });
      },
      onStatus: (next) => {
        status = next;
        refresh();
        notices.post({ kind: "state", state });
      },
    });

    let leads = false;
    let lastNoticeAt = 0;
    const isLed = async () => {
      const askedAt = performance.now();
      notices.post({ kind: "hello" });
      await new Promise((resolve) => setTimeout(resolve, answersWithinMs));
      return lastNoticeAt >= askedAt;
    };
    const noticeHandlers: {
      [K in CopyNotice["kind"]]: (notice: Extract<CopyNotice, { kind: K }>) => void;
    } = {
      state: (notice) => {
        lastNoticeAt = performance.now();
        if (!leads) report({ ...pickFollowedState(notice.state), reader: "another-tab" });
      },
      changed: async ({ state: reported }) => {
        if (leads) return;
        // First: a message that arrives while the records are read must not be overwritten afterwards.
        report({ ...pickFollowedState(reported), reader: "another-tab" });
        await index.catchUp();
        report({ products: index.index().size, revision: revision() });
      },
      command: ({ command }) => {
        if (leads) run(command);
      },
      seen: () => {
        const woke = !isSeen();
        seenAt = performance.now();
        if (leads && woke) sync.wake();
      },
      hello: () => {
        if (leads) notices.post({ kind: "state", state });
      },
      forgotten: () => void forgotten(),
    };
    const commands: Record<CopyCommand, () => void> = {
      pause: () => sync.wake(),
      resume: () => sync.check(),
      refresh: sync.check,
      sweepAgain: sync.sweepAgain,
    };
    const run = (command: CopyCommand) => commands[command]();

    const forgotten = async () => {
      began = state.revision + 1;
      index.clear();
      head = undefined;
      sync.wake();
      report({
        ...openingState,
        phase: "paused",
        searchable: true,
        storage: state.storage,
        reader: state.reader,
        revision: began,
      });
    };
    notices.listen((notice) =>
      (noticeHandlers[notice.kind] as (notice: CopyNotice) => void)(notice),
    );

    isOpen = true;
    setOpened({
      store,
      index,
      pause,
      touch: sync.touch,
      seen: () => {
        notices.post({ kind: "seen" });
        sync.wake();
      },
      hidden: () => void (leads && index.save(true)),
      command: async (command) => {
        if (command === "resume") await store.begin(channelId, pageSize.maximum, Date.now());
        if (command === "pause" || command === "resume")
          head = await store.changeHead((one) => ({ ...one, paused: command === "pause" }));
        if (leads) run(command);
        else notices.post({ kind: "command", command });
        refresh();
      },
      forget: async () => {
        await store.forget();
        notices.post({ kind: "forgotten" });
        await forgotten();
      },
    });
    refresh();
    report({ searchable: true });
    if (lookupOnly) return;
    notices.post({ kind: "hello" });
    void store.dropUnused(Date.now()).catch(() => undefined);
    setInterval(() => visible && notices.post({ kind: "seen" }), 30_000);
    await holdLead({
      name: `supercargo-products:${copy}`,
      store,
      signal: ended.signal,
      isLed,
      onFollow: () => {
        leads = false;
        report({ reader: "another-tab", phase: state.phase === "opening" ? "fresh" : state.phase });
      },
      run: async (signal) => {
        leads = true;
        await index.catchUp();
        head = await store.head();
        const alone = store.kind === "memory" ? "every-tab" : "this-tab";
        report({ reader: alone });
        await sync.run(signal);
        leads = false;
      },
    });
  };

  const answer = async (request: Extract<CopyRequest, { kind: "call" }>) => {
    const { number, call, args } = request;
    try {
      const opened = await opening;
      if (call === "search") {
        lastSearch = number;
        // Lets searches in that already wait: only the last one is executed.
        await pause();
        if (lastSearch !== number) return send({ kind: "superseded", number });
      }
      const run = copyCalls[call] as (opened: OpenedCopy, ...args: unknown[]) => unknown;
      const value = await run(opened, ...args);
      send({ kind: "answer", number, value }, handedOver.has(call) ? collectBuffers(value) : []);
    } catch (error) {
      send({ kind: "failed", number, reason: error instanceof Error ? error.message : "" });
    }
  };

  const handlers: {
    [K in CopyRequest["kind"]]: (request: Extract<CopyRequest, { kind: K }>) => void;
  } = {
    open: (request) => {
      visible = request.visible;
      const failed = () => report({ phase: "stopped", problem: storageFailed });
      // With full storage a database still opens, and its first write fails.
      open(request, openStore)
        .catch((error: unknown) => (isOpen ? failed() : open(request, openInMemory(error))))
        .catch(failed);
    },
    visible: async (request) => {
      visible = request.visible;
      const { seen, hidden } = await opening;
      if (visible) seen();
      else hidden();
    },
    command: async ({ command }) => (await opening).command(command),
    call: (request) => void answer(request),
  };
  return (request) => (handlers[request.kind] as (request: CopyRequest) => void)(request);
};

/** The parts of another tab's state that apply to this tab. */
const pickFollowedState = ({
  storage: _storage,
  searchable: _searchable,
  reader: _reader,
  products: _products,
  revision: _revision,
  ...rest
}: CopyState): Partial<CopyState> => rest;

/** The part of a worker's global scope that is used here: the console's types are those of a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<CopyRequest>) => void) | null;
  postMessage(reply: CopyReply, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as WorkerScope;

// A message to its own port runs after the messages that arrived before, and is not throttled like timers.
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();
const pause = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    port2.postMessage(undefined);
  });

const serve = serveCopy((reply, transfer = []) => scope.postMessage(reply, transfer), pause);
scope.onmessage = ({ data }) => serve(data);
