import type { DatabaseWatch } from "#database/sql.ts";
import { record, type Step, type Tracer } from "#http/tracer.ts";

/** Enough to recognize a statement. */
const longestText = 1_000;

/** The step of a statement: its command and its first table are the name. */
export const statementStep = (statement: string): Step => {
  const text = statement.replaceAll(/\s+/g, " ").trim();
  const [command = ""] = /^\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|join) ([a-z_]+\.[a-z_]+)/i.exec(text) ?? [];
  return {
    name: [command.toUpperCase(), table].filter(Boolean).join(" ") || "statement",
    kind: "client",
    facts: {
      "db.system.name": "postgresql",
      "db.operation.name": command.toUpperCase(),
      "db.query.text": text.slice(0, longestText),
    },
  };
};

const transactionStep: Step = {
  name: "transaction",
  kind: "client",
  facts: { "db.system.name": "postgresql" },
};

/** Records the statements of requests; not those of work in the background, which would be traces of their own. */
export const traceStatements = (tracer: Tracer): DatabaseWatch => ({
  statement: (text, run) =>
    tracer.isInSpan() ? record(tracer, statementStep(text()), run) : run(),
  transaction: (run) => (tracer.isInSpan() ? record(tracer, transactionStep, run) : run()),
});
