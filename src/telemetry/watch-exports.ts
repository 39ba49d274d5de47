import { type ExportResult, ExportResultCode } from "@opentelemetry/core";

/** What sends data to a collector. */
export interface Exporter<Data> {
  export(data: Data, done: (result: ExportResult) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Why an export failed, in a word: the collector's answer and the address could contain secrets. */
const nameCause = (error: Error | undefined): string => {
  const code = error !== undefined && "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  return typeof code === "string" ? code : "no response";
};

/** Writes one line when exports begin to fail, and one when they work again. */
export const watchExports = <Data>(
  name: string,
  exporter: Exporter<Data>,
  log: (line: string) => void,
): Exporter<Data> => {
  let fails = false;
  const see = ({ code, error }: ExportResult): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !fails)
      log(
        `Exporting ${name} to the OpenTelemetry collector fails (${nameCause(error)}). Requests are not affected; ${name} are dropped until it works again.`,
      );
    if (!failed && fails) log(`Exporting ${name} to the OpenTelemetry collector works again.`);
    fails = failed;
  };
  return {
    export: (data, done) =>
      exporter.export(data, (result) => {
        see(result);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
};
