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
  /** Answers instead of a page of products, unless it returns undefined. */
  readonly refuse?: () => Response | undefined;
}

const createChannel = (
  count: number,
  { beforePage = () => undefined, refuse = () => undefined }: ChannelOptions,
) => {
  const teapots = Array.from({ length: count }, (_, at) => teapot(at + 1));
  return {
    /** Adds a teapot, which changed last. */
    add: (title: string): void => {
      teapots.push(teapot(teapots.length + 1, title));
    },
    answer: async (search: URLSearchParams): Promise<Response> => {
      const after = Date.parse(search.get("filterUpdatedAfter") ?? "");
      const page = Number(search.get("filterPageNumber"));
      const size = Number(search.get("filterPageSize"));
      await beforePage(page, after);
      const refused = refuse();
      if (refused) return refused;
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
