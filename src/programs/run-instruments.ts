import type { Telemetry, Tracers } from "#telemetry/start-telemetry.ts";
import type { Metrics, MetricsServer } from "./run-metrics.ts";
import { formatAddress } from "./run-service.ts";
import type { Settings } from "./settings.ts";

/** What measures and records the programs in this process; each part only if it is set. */
export interface Instruments {
  readonly metrics: Metrics | undefined;
  readonly tracers: Tracers | undefined;
}

/** A program while it runs. */
interface Run {
  close(): Promise<void>;
}

interface Output {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Starts a program with its figures and its traces, and sends the last ones after it has ended. */
export async function withInstruments(
  settings: Settings,
  output: Output,
  start: (instruments: Instruments) => Promise<Run>,
): Promise<Run> {
  const metrics = await createMetrics(settings);
  const server = await listen(settings, metrics, output);
  const telemetry = await connectTelemetry(settings, metrics, output);
  const close = async (): Promise<void> => {
    await telemetry?.close();
    await server?.close();
  };
  try {
    const run = await start({ metrics, tracers: telemetry?.tracers });
    return {
      async close() {
        await run.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

// Both are loaded only if they are set: other starts are faster without them.

async function createMetrics({ metrics, telemetry }: Settings): Promise<Metrics | undefined> {
  if (metrics === undefined && telemetry?.metrics === undefined) return undefined;
  return (await import("./run-metrics.ts")).createMetrics();
}

async function listen(
  { metrics: address }: Settings,
  metrics: Metrics | undefined,
  { print }: Output,
): Promise<MetricsServer | undefined> {
  if (address === undefined || metrics === undefined) return undefined;
  const server = await metrics.listen(address);
  print(`Metrics: ${formatAddress(address.host, server.port)}/metrics`);
  return server;
}

async function connectTelemetry(
  { telemetry }: Settings,
  metrics: Metrics | undefined,
  { warn }: Output,
): Promise<Telemetry | undefined> {
  if (telemetry === undefined) return undefined;
  const { startTelemetry } = await import("#telemetry/start-telemetry.ts");
  return startTelemetry(telemetry, { readAll: metrics?.readAll, log: warn });
}
