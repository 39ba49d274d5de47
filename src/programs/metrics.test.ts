import { request } from "node:http";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, patch, startGateway, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { startTestService } from "#service/testing/service.ts";
import { createMetrics, type Metrics, type MetricsServer } from "./run-metrics.ts";

let metrics: Metrics;
let server: MetricsServer;
let upstream: TestUpstream;
let gateway: TestGateway;

beforeEach(async () => {
  metrics = createMetrics();
  server = await metrics.listen({ host: "127.0.0.1", port: 0 });
  upstream = await startUpstream();
  gateway = await startGateway({
    upstream: { baseUrl: upstream.baseUrl, rateLimit: 100 },
    observer: metrics.gateway,
  });
});
afterEach(async () => {
  await gateway.close();
  await upstream.close();
  await server.close();
});

const address = () => `http://127.0.0.1:${server.port}/metrics`;

/** The lines of some figures, without comments. */
const read = async (start: string): Promise<string[]> => {
  const text = await (await fetch(address())).text();
  return text.split("\n").filter((line) => line.startsWith(start));
};

const listen = (headers: Record<string, string>, path = "/metrics", method = "GET") =>
  new Promise<number | undefined>((resolve, reject) => {
    const url = new URL(path, address());
    request(url, { method, headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });

test("requests, calls of the API and waits are counted by what was done", async () => {
  await gateway.call("/api/rma/5");
  upstream.behave((_request, response) => answer(response, 429, { error: "slow down" }));
  expect((await gateway.call("/api/rmas/5/items", patch([{ id: 1 }]))).status).toBe(429);
  upstream.behave((_request, response) => void response.destroy());
  await gateway.call("/api/rmas/5/items", patch([{ id: 1 }]));
  expect(await read("supercargo_request_duration_seconds_count")).toEqual(
    expect.arrayContaining([
      'supercargo_request_duration_seconds_count{program="gateway",operation="getRma",status="200"} 1',
      'supercargo_request_duration_seconds_count{program="gateway",operation="updateRmaItems",status="429"} 1',
    ]),
  );
  expect(await read("supercargo_upstream_call_duration_seconds_count")).toEqual([
    'supercargo_upstream_call_duration_seconds_count{operation="getRma",result="200"} 1',
    'supercargo_upstream_call_duration_seconds_count{operation="updateRmaItems",result="429"} 1',
    'supercargo_upstream_call_duration_seconds_count{operation="updateRmaItems",result="reset"} 1',
  ]);
  expect(await read("supercargo_queue_wait_seconds_count")).toEqual([
    'supercargo_queue_wait_seconds_count{lane="3"} 3',
  ]);
  expect(await read("supercargo_queue_length")).toHaveLength(8);
  expect(await read("supercargo_rate_slots")).toEqual([
    "supercargo_rate_slots 100",
    expect.stringMatching(/^supercargo_rate_slots_in_use [0-3]$/),
  ]);
  expect(await read("process_resident_memory_bytes")).toHaveLength(1);
});

test("fault 6: neither tokens nor anything that a client or the API chooses is in /metrics", async () => {
  upstream.behave((_request, response) =>
    answer(response, 299, { error: canary, name: "Jane Doe" }),
  );
  for (const id of [987_001, 987_002]) {
    await gateway.call(`/api/rma/${id}?status=Jane%20Doe`, { headers: { priority: `u=${id}` } });
    await gateway.call(`/api/${encodeURIComponent(canary)}/${id}`);
    await gateway.call(`/${id}`, { method: "PROPFIND" });
  }
  const text = await (await fetch(address())).text();
  // Without the figures, whose digits are chance.
  const labels = text.replaceAll(/\} \S+$/gm, "}");
  for (const unwanted of ["cAnary", "Jane", "Doe", "987001", "PROPFIND", "127.0.0.1", '"299"'])
    expect(labels).not.toContain(unwanted);
  expect(labels).toContain('result="2xx"');
  expect(await read("supercargo_request_duration_seconds_count")).toHaveLength(2);
});

test("the figures are served on their own address only, and to no other site", async () => {
  expect((await gateway.call("/metrics")).status).toBe(404);
  expect(await listen({})).toBe(200);
  expect(await listen({}, "/metrics?name[]=x", "HEAD")).toBe(200);
  expect(await listen({}, "/")).toBe(404);
  expect(await listen({}, "/metrics", "POST")).toBe(405);
  for (const headers of [
    { host: "evil.test" },
    { origin: "https://evil.test" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  ])
    expect(await listen(headers as Record<string, string>)).toBe(403);
});

test("at another address of this machine, the figures are served there, and to no other site", async () => {
  const other = await metrics.listen({ host: "127.0.0.2", port: 0 });
  onTestFinished(() => other.close());
  const url = `http://127.0.0.2:${other.port}/metrics`;
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  const status = await new Promise((resolve, reject) => {
    request(url, { headers: { host: `evil.test:${other.port}` } }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on("error", reject)
      .end();
  });
  expect(status).toBe(403);
});

test("the service, its outbox, sessions and connections are measured, and their absence hides nothing else", async () => {
  const service = await startTestService({ requestEnded: metrics.serviceRequestEnded });
  metrics.watchServiceDatabase(service.sql);
  metrics.watchGatewayDatabase(service.sql);
  expect((await service.call("/account")).status).toBe(200);
  expect(await read("supercargo_request_duration_seconds_count")).toEqual([
    'supercargo_request_duration_seconds_count{program="service",operation="getAccount",status="200"} 1',
  ]);
  await service.sql`
    with owner as (
      insert into service.webhook_configurations (record)
      values ('{"id":1,"status":"active"}') returning id)
    insert into service.webhook_outbox (configuration_id, event_type, event_key, payload, due_at)
    select id, 'OrderImportedEvent', key, '{}', due from owner,
      (values ('a', now() - interval '90 seconds'), ('b', now() + interval '1 hour'), ('c', null)) as event (key, due)`;
  expect(await read("supercargo_webhook_outbox_events")).toEqual([
    "supercargo_webhook_outbox_events 2",
  ]);
  const [age = ""] = await read("supercargo_webhook_outbox_age_seconds");
  expect(Number(age.split(" ")[1])).toBeGreaterThanOrEqual(90);
  // This database has no table of sessions.
  expect(await read("supercargo_sessions")).toEqual([]);
  expect((await read("supercargo_database_connections")).toSorted()).toEqual([
    expect.stringMatching(/^supercargo_database_connections\{pool="gateway",state="busy"\} \d$/),
    expect.stringMatching(/^supercargo_database_connections\{pool="gateway",state="idle"\} \d$/),
    expect.stringMatching(/^supercargo_database_connections\{pool="service",state="busy"\} \d$/),
    expect.stringMatching(/^supercargo_database_connections\{pool="service",state="idle"\} \d$/),
  ]);
  await service.close();
  expect(await read("supercargo_webhook_outbox")).toEqual([]);
  expect(await read("process_cpu_seconds_total")).toHaveLength(1);
});
