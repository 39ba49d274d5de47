// A defect of postgres.js 3.4.9 (issues 1066, 1154 and 1208 of its repository): a query on a connection that has just
// closed writes to a socket that no longer exists. That throws outside of every promise and ends the process, so a
// restart of the database would end this program too. Until a release fixes it, the installed file is patched.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const mends = [
  {
    // Writes to the closed connection are refused; the query that waits for a new one is not.
    from: "function nextWrite(fn) {\n    const x = socket.write(chunk, fn)",
    to: [
      "function nextWrite(fn) {",
      "    if (!socket) {",
      "      const gone = Errors.connection('CONNECTION_CLOSED', options)",
      "      chunk = nextWriteTimer = null",
      "      query && queryError(query, gone)",
      "      while (sent.length)",
      "        queryError(sent.shift(), gone)",
      "      query = null",
      "      return false",
      "    }",
      "    const x = socket.write(chunk, fn)",
    ].join("\n"),
  },
  {
    // Unsent data must not be the first data that the next server reads.
    from: "incomings = null\n    clearImmediate(nextWriteTimer)\n    socket.removeListener",
    to: "incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener",
  },
];

const fileIn = (root) => join(root, "node_modules/postgres/src/connection.js");

/** The source of the library that contains the defect. */
function readDefective(root) {
  if (!existsSync(fileIn(root))) return undefined;
  const found = readFileSync(fileIn(root), "utf8");
  return mends.every(({ from }) => found.split(from).length === 2) ? found : undefined;
}

/** Whether there is nothing left to patch. */
export const isMended = (root) => readDefective(root) === undefined;

/** Leaves another version of the library, or a patched one, unchanged. */
export function mendPostgres(root) {
  const file = fileIn(root);
  const found = readDefective(root);
  if (found === undefined) return;
  const mended = mends.reduce((text, { from, to }) => text.replace(from, () => to), found);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mended);
  renameSync(draft, file);
}
