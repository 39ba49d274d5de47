/** Where one kind of data is sent, and how (OTLP over HTTP). */
export interface ExportOptions {
  /** The whole address, with its path. */
  readonly url: string;
  /** May contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: "http/protobuf" | "http/json";
  readonly compression: "gzip" | "none";
  /** Milliseconds for one export with its retries. */
  readonly timeoutMs: number;
}

/** Which requests are traced. */
export interface SamplerOptions {
  /** True if the sender's decision counts, where it sends one. */
  readonly followsParent: boolean;
  /** The share of the others, 0 to 1. */
  readonly ratio: number;
}

export interface TelemetryOptions {
  /** The name, the instance and other attributes of this process. */
  readonly resource: Readonly<Record<string, string>>;
  readonly traces: (ExportOptions & { readonly sampler: SamplerOptions }) | undefined;
  readonly metrics: (ExportOptions & { readonly intervalMs: number }) | undefined;
}
