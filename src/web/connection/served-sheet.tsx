import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "#web/api/error-advice.ts";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { describeResult, type StateLabel } from "./connection-words.ts";
import { type TriedRow, triedRows } from "./tried-operations.ts";

interface ShownRow extends TriedRow {
  words: StateLabel;
  advice: string | undefined;
}

const columns: readonly PlainColumn<ShownRow>[] = [
  { header: "Data", cell: ({ label }) => <strong>{label}</strong> },
  { header: "Request", cell: ({ request }) => <span className="code">{request}</span> },
  { header: "Status", cell: ({ words }) => <StatusBadge {...words} /> },
  {
    header: "If not available",
    cell: ({ without, advice }) => <span className="connection__faint">{advice ?? without}</span>,
  },
];

const untried: StateLabel = { label: "Not checked", tone: "still" };

/** The reads that the upstream serves. Each is tried once, when the user asks for it. */
export const ServedSheet = () => {
  const [trying, setTrying] = useState(false);
  const results = useQueries({
    queries: triedRows.map(({ name }) => ({
      queryKey: ["tried", name] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await import("./try-operations.ts")).tryOperation(name, signal),
      enabled: trying,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const busy = results.some(({ isFetching }) => isFetching);
  const again = () => {
    if (trying) for (const result of results) void result.refetch();
    setTrying(true);
  };
  const rows = triedRows.map((row, index): ShownRow => {
    const { isPending = true, isFetching = false, error = null } = results[index] ?? {};
    if (isFetching)
      return { ...row, words: { label: "checking", tone: "calm" }, advice: undefined };
    if (isPending) return { ...row, words: untried, advice: undefined };
    const words = describeResult(error);
    return { ...row, words, advice: words.tone === "bad" ? describeError(error).text : undefined };
  });
  return (
    <Sheet
      title="What the API offers"
      note={
        <Button
          size="xs"
          aria-disabled={busy}
          data-disabled={busy}
          onClick={() => !busy && again()}
        >
          {busy ? "Checking…" : `Check all (${triedRows.length} requests)`}
        </Button>
      }
      flush
    >
      <p className="connection__lead">
        The API's reference documents eight operations. All others are extensions that an API may
        not offer. The screens work with what is available.
      </p>
      <div className="connection__served">
        <PlainTable label="Operations" columns={columns} rows={rows} none="" />
      </div>
    </Sheet>
  );
};
