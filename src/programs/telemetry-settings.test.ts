import { expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.test:4318" };
const read = (env: Record<string, string>, program: "console" | "service" = "console") =>
  readSettings(env, program).telemetry;

const plain = {
  headers: {},
  protocol: "http/protobuf",
  compression: "none",
  timeoutMs: 10_000,
};

test("the address of a collector is enough", () => {
  expect(read(collector)).toEqual({
    resource: { "service.name": "supercargo", "service.instance.id": expect.any(String) },
    traces: {
      ...plain,
      url: "http://collector.test:4318/v1/traces",
      sampler: { followsParent: true, ratio: 1 },
    },
    metrics: { ...plain, url: "http://collector.test:4318/v1/metrics", intervalMs: 60_000 },
  });
  expect(read(collector, "service")?.resource["service.name"]).toBe("supercargo-service");
});

test.each<[string, Record<string, string>]>([
  ["nothing is set", {}],
  ["only other variables are set, even wrong ones", { OTEL_TRACES_SAMPLER: "any" }],
  ["it is disabled", { ...collector, OTEL_SDK_DISABLED: "TRUE" }],
  ["the address is empty", { OTEL_EXPORTER_OTLP_ENDPOINT: "" }],
  ["both are none", { ...collector, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" }],
])("nothing is exported if %s", (_, env) => {
  expect(read(env)).toBeUndefined();
});

test("each kind of data can have its own address, headers and format", () => {
  const telemetry = read({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.test/otlp",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%2Cb, x-tenant = 7",
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
    OTEL_SERVICE_NAME: "support",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=other,service.instance.id=a1,team=r%C3%A9turns",
  });
  expect(telemetry).toEqual({
    resource: { "service.name": "support", "service.instance.id": "a1", team: "réturns" },
    traces: {
      url: "https://traces.test/otlp",
      headers: { authorization: "Bearer a,b", "x-tenant": "7" },
      protocol: "http/json",
      compression: "gzip",
      timeoutMs: 500,
      sampler: { followsParent: false, ratio: 0.25 },
    },
    metrics: undefined,
  });
});

test.each([
  ["always_off", "", false, 0],
  ["always_on", "0.5", false, 1],
  ["parentbased_always_off", "", true, 0],
  ["parentbased_traceidratio", "0", true, 0],
  ["parentbased_traceidratio", ".5", true, 0.5],
])("the sampler %s %s", (sampler, argument, followsParent, ratio) => {
  const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument };
  expect(read({ ...collector, ...env })?.traces?.sampler).toEqual({ followsParent, ratio });
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://me:secret@collector.test"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "secret"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "secret"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "a=secret%0Aline"],
  ["OTEL_EXPORTER_OTLP_METRICS_HEADERS", "a=secret%"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
  ["OTEL_EXPORTER_OTLP_COMPRESSION", "zstd"],
  ["OTEL_EXPORTER_OTLP_TIMEOUT", "0"],
  ["OTEL_EXPORTER_OTLP_TIMEOUT", "10s"],
  ["OTEL_METRIC_EXPORT_INTERVAL", "-1"],
  ["OTEL_TRACES_EXPORTER", "jaeger"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_RESOURCE_ATTRIBUTES", "secret"],
])("fault 52: %s=%s is refused by name, and never quoted", (name, value) => {
  const attempt = (): unknown => read({ ...collector, [name]: value });
  expect(attempt).toThrow(SettingsError);
  expect(attempt).toThrow(new RegExp(`^${name} must [^\n]+$`));
  expect(attempt).not.toThrow(/secret/);
});

test("a share of traces is from 0 to 1", () => {
  for (const share of ["2", "-1", "half", "1e-3"])
    expect(() =>
      read({ ...collector, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: share }),
    ).toThrow(/^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1\.$/);
});
