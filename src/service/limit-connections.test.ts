import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
let sockets: Socket[];
beforeEach(async () => {
  service = await startTestService();
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await service.close();
});

/** A connection that sends nothing, or what it receives for one request. */
const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1").setEncoding("latin1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
};

const ask = async (): Promise<string> => {
  const socket = await open();
  let received = "";
  socket.on("data", (text: string) => (received += text));
  socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  await once(socket, "close");
  return received;
};

test("fault 20: there are as many connections as at the gateway, and others are closed at once", async () => {
  const { server } = service;
  expect(server.maxConnections).toBe(512);
  server.maxConnections = 2;
  const idle = [await open(), await open()];
  expect(await ask()).toBe("");
  idle[0]?.destroy();
  await expect.poll(ask).toMatch(/^HTTP\/1\.1 200 /);
});
