/** A response after all redirects, with the address that it came from. */
interface Visited {
  readonly url: string;
  readonly response: Response;
}

/** The part of a browser that signing in needs: it keeps cookies for each address, and follows redirects. */
export interface TestBrowser {
  /** Opens a page; a form is sent by POST. Stops before an address for which `until` is true. */
  visit(
    url: string,
    options?: { readonly form?: Record<string, string>; readonly until?: (url: string) => boolean },
  ): Promise<Visited>;
  /** A call of a page's script. */
  call(url: string, init?: RequestInit): Promise<Response>;
  /** The cookies for an address, as `name=value`. */
  cookies(url: string): string[];
  setCookie(url: string, name: string, value: string): void;
}

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

const readCookie = (line: string): Cookie & { readonly isGone: boolean } => {
  const [pair = "", ...attributes] = line.split(/; ?/);
  const path = attributes.find((text) => /^path=/i.test(text))?.slice("path=".length) ?? "/";
  const isGone = /; ?(?:max-age=0|expires=thu, 01 jan 1970)/i.test(line);
  const equals = pair.indexOf("=");
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), path, isGone };
};

export const createTestBrowser = (): TestBrowser => {
  const jars = new Map<string, Cookie[]>();
  const jarOf = (url: string): Cookie[] => jars.get(new URL(url).origin) ?? [];
  const put = (url: string, cookie: Cookie, isGone = false): void => {
    const others = jarOf(url).filter(
      ({ name, path }) => name !== cookie.name || path !== cookie.path,
    );
    jars.set(new URL(url).origin, isGone ? others : [...others, cookie]);
  };
  const cookies = (url: string): string[] =>
    jarOf(url)
      .filter(({ path }) => new URL(url).pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`);
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies(url).length > 0) headers.set("cookie", cookies(url).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const { isGone, ...cookie } = readCookie(line);
      put(url, cookie, isGone);
    }
    return response;
  };
  return {
    visit: async (start, { form, until = () => false } = {}) => {
      let url = start;
      let response = await send(
        url,
        form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) },
      );
      while (isRedirect(response)) {
        url = new URL(response.headers.get("location") ?? "", url).href;
        if (until(url)) break;
        response = await send(url, {});
      }
      return { url, response };
    },
    call: async (url, init = {}) =>
      send(url, { ...init, headers: { "x-requested-by": "test", ...init.headers } }),
    cookies,
    setCookie: (url, name, value) => put(url, { name, value, path: "/" }),
  };
};
