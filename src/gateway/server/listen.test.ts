import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { expect, it } from "vitest";
import { createGateway } from "#gateway/gateway.ts";
import { badCertificates } from "#gateway/testing/certificates.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { otherAddress } from "#gateway/testing/other-address.ts";
import { exchange, openRawSocket, statusesIn } from "#gateway/testing/raw-socket.ts";
import { endTimes } from "#http/testing/end-times.ts";
import { listenAnywhere, listenAtAddresses, listenOnLoopback, whyNotLoopback } from "./listen.ts";

it.each([
  "0.0.0.0",
  "::",
  "[::]",
  "192.168.1.4",
  "10.0.0.1",
  "1.1.1.1",
  "::ffff:10.0.0.1",
  "fe80::1",
])("fault 12: %s is refused", async (host) => {
  expect(await whyNotLoopback(host)).toContain("sign-in");
});

it.each(["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"])(
  "%s is this machine alone",
  async (host) => {
    expect(await whyNotLoopback(host)).toBeUndefined();
  },
);

it("explains that a name cannot be resolved", async () => {
  expect(await whyNotLoopback("nowhere.invalid")).toContain("HOST=nowhere.invalid is not a name");
});

it("fault 12: nothing listens where other machines reach it", async () => {
  const app = await createGateway({ upstream: { baseUrl: "http://127.0.0.1:9" } });
  await expect(listenOnLoopback(app, "0.0.0.0", 0)).rejects.toThrow("HOST=0.0.0.0");
  expect(app.server.listening).toBe(false);
  await app.close();
});

const keep = keepOpen();

const create = async (options: Omit<Parameters<typeof createGateway>[0], "upstream"> = {}) =>
  keep(await createGateway({ upstream: { baseUrl: "http://127.0.0.1:9" }, ...options }));

const both = ["127.0.0.1", otherAddress] as const;

const health = (url: string) => {
  const { port } = new URL(url);
  const text = `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`;
  return {
    port: Number(port),
    /** The statuses of the response from an address; none if the connection was refused a place. */
    ask: async (address: string) => statusesIn(await exchange(Number(port), text, address)),
  };
};

it.each([both, [otherAddress, "127.0.0.1"] as const])(
  "fault 20: of localhost, %s has as many places for connections as the server allows, beside those of %s",
  async (address, free) => {
    const app = await create();
    app.server.maxConnections = 2;
    // Not asked of the system: a machine may have no IPv6 address for localhost.
    const url = await listenAnywhere(app, "localhost", 0, async () => [...both]);
    const { port, ask } = health(url);
    const slow = await Promise.all(
      [1, 2].map(async () => keep(await openRawSocket(port, address))),
    );
    expect([await ask(address), await ask(free)]).toEqual([[], [200]]);
    slow[0]?.close();
    await eventually(async () => (await ask(address)).includes(200));
  },
);

it.each(both)("fault 20: the time limits of the server apply at %s", async (address) => {
  const app = await create();
  const { port } = health(await listenAtAddresses(app, both, 0));
  const slow = keep(await openRawSocket(port, address));
  slow.write("GET /healthz HTTP/1.1\r\nHost: ");
  // Until the server has the connection, a shortened check could miss it.
  await exchange(port, "x\r\n\r\n", address);
  const restore = endTimes(app.server);
  expect(statusesIn(await slow.received())).toEqual([408]);
  restore();
});

it("a stop ends the connections of all addresses, and listens at none", async () => {
  const app = await create();
  const { port } = health(await listenAtAddresses(app, both, 0));
  const idle = await Promise.all(both.map(async (each) => keep(await openRawSocket(port, each))));
  await app.close();
  expect(await Promise.all(idle.map(async (raw) => raw.received()))).toEqual(["", ""]);
  for (const each of both) await expect(openRawSocket(port, each)).rejects.toThrow("ECONNREFUSED");
});

it("TLS is spoken at all addresses", async () => {
  const { key, cert } = badCertificates.certificate;
  const app = await create({ tls: { key, cert } });
  const { port } = health(await listenAtAddresses(app, both, 0));
  const statuses = both.map(
    async (host) =>
      new Promise((resolve, reject) => {
        const headers = { host: `localhost:${port}` };
        const options = { port, host, path: "/healthz", ca: cert, headers };
        request({ ...options, checkServerIdentity: () => undefined }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      }),
  );
  expect(await Promise.all(statuses)).toEqual([200, 200]);
});

it("localhost is every address that the system has for it", async () => {
  const { ask } = health(await listenAnywhere(await create(), "localhost", 0));
  const addresses = await lookup("localhost", { all: true });
  const asked = addresses.map(async ({ address }) => ask(address));
  expect(await Promise.all(asked)).toEqual(addresses.map(() => [200]));
});

it("an address that this machine doesn't have is left out, unless it is the first", async () => {
  const elsewhere = "192.0.2.1";
  const { ask } = health(await listenAtAddresses(await create(), ["127.0.0.1", elsewhere], 0));
  expect(await ask("127.0.0.1")).toEqual([200]);
  const listening = listenAtAddresses(await create(), [elsewhere, "127.0.0.1"], 0);
  await expect(listening).rejects.toThrow("EADDRNOTAVAIL");
});
