/** What a line is written to: a standard output, which may be a file on a full disk. */
interface Output {
  readonly write: (text: string, done: (error?: Error | null) => void) => unknown;
}

/** Returns a function that writes a line. A line that was cut by a full disk is ended before the next one begins. */
export const createLineWriter = (output: Output): ((line: string) => void) => {
  let isCut = false;
  return (line) => {
    output.write(`${isCut ? "\n" : ""}${line}\n`, (error) => (isCut = Boolean(error)));
  };
};
