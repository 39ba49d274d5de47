import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import { startHostReplacingProxy } from "#gateway/testing/host-replacing-proxy.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { launchOptions } from "./support/launch-options.ts";

const assets = resolve(import.meta.dirname, "../dist");

/** A console with an upstream that records its requests. */
const startConsole = async () => {
  const upstream = await startUpstream();
  const gateway = await startGateway({ upstream: { baseUrl: upstream.baseUrl }, assets });
  return {
    upstream,
    gateway,
    close: async () => {
      await gateway.close();
      await upstream.close();
    },
  };
};

/** Another site, on another port of this machine. */
const startOtherSite = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Another site</title><body>");
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
};

/** Requests that a page of another site can try; each returns what it could read. */
const attempts = {
  "a form": async (page: Page, origin: string) => {
    await page.evaluate((target) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = `${target}/api/webhook/event/retry`;
      document.body.append(form);
      form.submit();
    }, origin);
    await page.waitForURL(`${origin}/**`);
    return page.evaluate(() => !document.body.innerText.includes('"status":403'));
  },
  "a link to a read that changes records": async (page: Page, origin: string) => {
    const answer = await page.goto(`${origin}/api/purchase-orders/processing`);
    return answer?.status() === 200;
  },
  "an image": (page: Page, origin: string) =>
    page.evaluate(
      (target) =>
        new Promise<boolean>((done) => {
          const image = new Image();
          image.addEventListener("load", () => done(true));
          image.addEventListener("error", () => done(false));
          image.src = `${target}/api/purchase-orders/processing`;
        }),
      origin,
    ),
  "a script": (page: Page, origin: string) =>
    page.evaluate(
      (target) =>
        new Promise<boolean>((done) => {
          const script = document.createElement("script");
          script.addEventListener("load", () => done(true));
          script.addEventListener("error", () => done(false));
          script.src = `${target}/boot.js`;
          document.body.append(script);
        }),
      origin,
    ),
  "a blind call": (page: Page, origin: string) =>
    page.evaluate(
      async (target) =>
        fetch(`${target}/api/purchase-orders/5/acknowledge`, {
          method: "POST",
          mode: "no-cors",
          headers: { "content-type": "text/plain" },
          body: "[]",
        }).then(
          (answer) => answer.status !== 0,
          () => false,
        ),
      origin,
    ),
  "an open call": (page: Page, origin: string) =>
    page.evaluate(
      async (target) =>
        fetch(`${target}/api/rmas/5/items`, {
          method: "PATCH",
          headers: { "content-type": "application/json", "x-requested-by": "supercargo" },
          body: "[]",
        }).then(
          () => true,
          () => false,
        ),
      origin,
    ),
  "an event stream": (page: Page, origin: string) =>
    page.evaluate(
      (target) =>
        new Promise<boolean>((done) => {
          const source = new EventSource(`${target}/api/purchase-orders/processing`);
          source.addEventListener("open", () => done(true));
          source.addEventListener("error", () => {
            source.close();
            done(false);
          });
        }),
      origin,
    ),
  "a web socket": (page: Page, origin: string) =>
    page.evaluate(
      (target) =>
        new Promise<boolean>((done) => {
          const socket = new WebSocket(`${target.replace("http", "ws")}/api/rma`);
          socket.addEventListener("open", () => done(true));
          socket.addEventListener("error", () => done(false));
        }),
      origin,
    ),
  "a frame": async (page: Page, origin: string) => {
    await page.evaluate(
      (target) =>
        new Promise<void>((done) => {
          const frame = document.createElement("iframe");
          frame.addEventListener("load", () => done());
          frame.src = `${target}/rmas`;
          document.body.append(frame);
        }),
      origin,
    );
    return page
      .frames()
      .filter((frame) => frame !== page.mainFrame())
      .some((frame) => frame.url().startsWith(`${origin}/rmas`));
  },
} as const satisfies Record<string, (page: Page, origin: string) => Promise<boolean>>;

test("fault 9, fault 11: another site reads nothing by a form, a link, an image, a script, a call, a stream, a socket or a frame", async ({
  page,
}) => {
  const [console, site] = [await startConsole(), await startOtherSite()];
  for (const [name, attempt] of Object.entries(attempts))
    await test.step(name, async () => {
      await page.goto(site.url);
      expect(await attempt(page, console.gateway.origin), name).toBe(false);
      expect(console.upstream.arrivals, name).toEqual([]);
    });
  site.close();
  await console.close();
});

test("fault 10: a host name of another site that resolves to this machine is refused", async () => {
  const console = await startConsole();
  const browser = await chromium.launch(
    launchOptions("--host-resolver-rules=MAP evil.test 127.0.0.1"),
  );
  // The other site's page would have no policy that forbids calls.
  const page = await browser.newPage({ bypassCSP: true });
  const answer = await page.goto(`http://evil.test:${console.gateway.port}/`);
  expect(answer?.status()).toBe(421);
  const status = await page.evaluate(async () => {
    const call = await fetch("/api/rma", { headers: { "x-requested-by": "supercargo" } });
    return call.status;
  });
  expect(status).toBe(421);
  expect(console.upstream.arrivals).toEqual([]);
  await browser.close();
  await console.close();
});

test("fault 23: text becomes neither HTML nor script in the console; the wrong address behind a proxy is explained", async ({
  page,
}) => {
  const console = await startConsole();
  await page.goto(`${console.gateway.origin}/connection`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const outcomes = await page.evaluate(() => {
    const attempt = (act: () => void) => {
      try {
        act();
        return "allowed";
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      attempt(() => {
        document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>";
      }),
      attempt(() => {
        document.createElement("script").textContent = "alert(1)";
      }),
      attempt(() => {
        document.createElement("iframe").srcdoc = "<script>alert(1)</script>";
      }),
      attempt(() => {
        // The test expects this refusal.
        globalThis.setTimeout("alert(1)" as unknown as () => void);
      }),
    ];
  });
  expect(outcomes).toEqual(["TypeError", "TypeError", "TypeError", "TypeError"]);
  // The same code policies allow the one script that explains a proxy's mistake.
  const proxy = await startHostReplacingProxy(console.gateway.port);
  await page.goto(`${proxy.origin}/connection`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "The console doesn't know its public address",
  );
  await expect(
    page.getByText(`The browser opened ${proxy.origin}, and a proxy replaced the Host header`),
  ).toBeVisible();
  await proxy.close();
  await console.close();
});
