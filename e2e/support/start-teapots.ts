import type { BrowserContext } from "@playwright/test";
import { startHostileConsole } from "./hostile-upstream.ts";

const begin = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** The time at which a teapot changed: each a minute after the one before it. */
export const teapotMoment = (id: number): number => begin + id * minute;

const teapot = (id: number, title = `Teapot ${id}`, updated = teapotMoment(id)) => ({
  id,
  account_id: 1,
  channel_id: 1,
  sku: `POT-${id}`,
  title,
  updated_at: new Date(updated).toISOString(),
  variants: [{ id: id * 10, sku: `POT-${id}-A`, price: 10, quantity: 3 }],
});

interface ChannelOptions {
  /** Awaited before each page of products. */
  readonly beforePage?: (page: number, after: number) => unknown;
  /** A product's description. */
  readonly describe?: (id: number) => string;
}

const createChannel = (
  count: number,
  { beforePage = () => undefined, describe = () => "" }: ChannelOptions,
) => {
  const teapotWith = (id: number, title?: string) => ({
    ...teapot(id, title),
    description: describe(id),
  });
  const teapots = Array.from({ length: count }, (_, at) => teapotWith(at + 1));
  return {
    /** Adds a teapot, which changed last. */
    add: (title: string): void => {
      teapots.push(teapotWith(teapots.length + 1, title));
    },
    answer: async (search: URLSearchParams): Promise<Response> => {
      const after = Date.parse(search.get("filterUpdatedAfter") ?? "");
      const page = Number(search.get("filterPageNumber"));
      const size = Number(search.get("filterPageSize"));
      await beforePage(page, after);
      // Each changed a minute after the one before it, so the page is computed: searching all would be slow if there
      // are many.
      const before = Math.max(0, Math.floor((after - begin) / minute));
      const first = before + (page - 1) * size;
      return Response.json(teapots.slice(first, first + size), {
        headers: { "X-Total-Count": String(teapots.length - before) },
      });
    },
  };
};

type Channel = ReturnType<typeof createChannel>;

/** Starts a console without channels; each test adds one of its own, because starting a console takes long. */
export const startTeapotConsole = async () => {
  const channels: Channel[] = [];
  const console = await startHostileConsole(({ pathname, searchParams }) => {
    if (pathname === "/channel/")
      return channels.map((_, at) => ({
        id: at + 1,
        name: `Teapots ${at + 1}`,
        channelType: "reseller",
      }));
    const [, id] = /^\/reseller-channels\/(\d+)\/products\/parents$/.exec(pathname) ?? [];
    const channel = channels[Number(id) - 1];
    return channel?.answer(searchParams);
  });
  return {
    ...console,
    /** Adds a channel of that many teapots, listed as the API does; returns the address of its screen. */
    addChannel: (count: number, options: ChannelOptions = {}) => {
      const channel = createChannel(count, options);
      const id = channels.push(channel);
      return { address: `${console.url}/products?channel=${id}`, add: channel.add };
    },
  };
};

/** Starts a console with one channel of that many teapots. */
export const startTeapots = async (count: number, options: ChannelOptions = {}) => {
  const { addChannel, ...console } = await startTeapotConsole();
  return { ...console, ...addChannel(count, options) };
};

/**
 * Runs a script before all others in each page and in each worker of a copy, to simulate a browser that lacks
 * something. Workers have no init scripts, so it is prepended to their code.
 */
export const inPagesAndWorkers = async (context: BrowserContext, script: string): Promise<void> => {
  await context.addInitScript({ content: script });
  await context.route(/\/product-copy-worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
};
