import { isAbsolute, join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

/* The reports of the two test runners, as one list of failures. */

/** One test, or a file that could not be run. */
export interface Failure {
  readonly title: string;
  /** `file:line` from the project's root, as `npm test -- file:line` takes it; only the file if the line is unknown. */
  readonly place: string;
  readonly message: string;
}

/** The results of a step. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

/** The parts of Vitest's JSON report that are read here. */
interface UnitReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
      readonly location?: { readonly line: number } | null;
    }[];
  }[];
}

/** The parts of Playwright's JSON report that are read here. */
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly {
        readonly errors: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}
interface BrowserReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
}

const nothingSaid = "The runner reported no message.";
const messageOf = (parts: readonly (string | undefined)[]): string =>
  stripVTControlCharacters(
    parts.filter((part) => part !== undefined && part !== "").join("\n"),
  ).trim() || nothingSaid;

const placeOf = (file: string, line?: number): string =>
  line === undefined ? file : `${file}:${line}`;

/** A runner that fails although none of its tests does counts as one failure. */
export const failedRunner = (title: string, place: string): Tally => ({
  passed: 0,
  failed: 1,
  failures: [{ title, place, message: "It ended with an error (see above)." }],
});

/** Vitest reports a test that exceeded its time limit by a stack created before it began, under this name. */
const sayTimeout = (message: string): string =>
  message.replace(/^Error: STACK_TRACE_ERROR[^]*/, "It exceeded its time limit (see above).");

/** The files of which a filter like `file:line` selects single tests. */
const filesByLine = (filters: readonly string[], root: string): ReadonlySet<string> =>
  new Set(
    filters.flatMap((filter) => {
      const [, path] = /^(.+):\d+$/.exec(filter) ?? [];
      return path === undefined ? [] : [resolve(root, path)];
    }),
  );

/**
 * Reads Vitest's report. A skipped test counts as failed, because every test must run, except beside the test that a
 * filter selects by its line.
 */
export const readUnitReport = (
  report: UnitReport,
  root: string,
  filters: readonly string[] = [],
): Tally => {
  const byLine = filesByLine(filters, root);
  const failures = report.testResults.flatMap((file): Failure[] => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter(
      ({ status }) => status !== "passed" && !(status === "skipped" && byLine.has(file.name)),
    );
    if (failed.length === 0 && file.status !== "passed")
      return [{ title: path, place: path, message: messageOf([file.message]) }];
    return failed.map(({ fullName, location, failureMessages }) => ({
      title: fullName,
      place: placeOf(path, location?.line),
      message: messageOf((failureMessages ?? []).map(sayTimeout)),
    }));
  });
  return { passed: report.numPassedTests, failed: failures.length, failures };
};

const specsOf = (suite: Suite): NonNullable<Suite["specs"]> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Reads Playwright's report; its file names are relative to `folder`. */
export const readBrowserReport = (report: BrowserReport, folder: string): Tally => {
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap(({ title, file, line, tests: runs }) =>
      runs.map((run) => ({ title, place: placeOf(join(folder, file), line), ...run })),
    );
  const failures: Failure[] = tests
    .filter(({ status }) => status !== "expected")
    .map(({ title, place, results }) => ({
      title,
      place,
      message: messageOf(results.flatMap(({ errors }) => errors.map(({ message }) => message))),
    }));
  const outside = report.errors.map(({ message }) => ({
    title: "outside of any test",
    place: folder,
    message: messageOf([message]),
  }));
  return {
    passed: tests.length - failures.length,
    failed: failures.length + outside.length,
    failures: [...failures, ...outside],
  };
};

/** The most lines shown of a message; the runner's own output has all of it. */
const longest = 12;
const shortened = (message: string): string => {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(0, longest)
    .map((line) => `   ${line.slice(0, 300)}`)
    .concat(lines.length > longest ? ["   …"] : [])
    .join("\n");
};

const command = (place: string): string =>
  isAbsolute(place) || place.startsWith("npm ") ? place : `npm test -- ${place}`;

/** The failures as printed at the end, each with the command that runs it again. */
export const describeFailures = (failures: readonly Failure[]): string =>
  failures
    .map(
      ({ title, place, message }, index) =>
        `${index + 1}. ${title}\n${shortened(message)}\n   Run it again: ${command(place)}`,
    )
    .join("\n\n");

/**
 * The message about filters that select no test; undefined if there are none, or if one ran or failed. `tests` counts
 * the results of both runners, `failed` those of all steps.
 */
export const describeEmptyRun = (
  filters: readonly string[],
  { tests, failed }: { readonly tests: number; readonly failed: number },
): string | undefined =>
  filters.length > 0 && tests === 0 && failed === 0
    ? `No test path contains ${filters.join(" or ")}.`
    : undefined;
