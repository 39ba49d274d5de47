import { compile, type Runner } from "./sql.ts";

/** Sees statements and transactions from outside: including their wait for a connection. */
export interface DatabaseWatch {
  /** `text` is the statement without its parameters, so without any value of a record. */
  statement<T>(text: () => string, run: () => Promise<T>): Promise<T>;
  transaction<T>(run: () => Promise<T>): Promise<T>;
}

/** The same runner, seen by the watch. */
export const watchRunner = (runner: Runner, watch: DatabaseWatch | undefined): Runner =>
  watch === undefined
    ? runner
    : {
        run: (fragment) =>
          watch.statement(
            () => compile(fragment).text,
            () => runner.run(fragment),
          ),
        script: (text) =>
          watch.statement(
            () => text,
            () => runner.script(text),
          ),
        load: (statement, chunks) =>
          watch.statement(
            () => compile(statement).text,
            () => runner.load(statement, chunks),
          ),
      };
