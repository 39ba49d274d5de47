import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { ownPermissions } from "#contract/people.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { TriedAddress } from "#contract/connection.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Code } from "#web/ui/values.tsx";
import { describeCause } from "./cause-words.ts";
import type { StateLabel } from "./connection-words.ts";

const describeTry = ({ fits, status, cause }: TriedAddress): StateLabel => {
  if (fits) return { label: "Answers with an account", tone: "good" };
  if (cause === "not-found") return { label: "Not found", tone: "still" };
  const words = cause
    ? describeCause({ cause, html: false, request: "GET /account", tokens: [] }).title
    : "No account";
  return { label: status === null ? words : `${words} (${status})`, tone: "waiting" };
};

const columns: readonly PlainColumn<TriedAddress>[] = [
  {
    header: "Address",
    cell: ({ baseUrl, fits }) => (
      <span className="row">
        <Code value={baseUrl} />
        {fits && <CopyButton text={baseUrl} what="address" />}
      </span>
    ),
  },
  { header: "Response", cell: (tried) => <StatusBadge {...describeTry(tried)} /> },
];

/** Tries variations of the base address with one click, and shows which one is the API's. */
export const AddressTries = ({ query }: { query: UseQueryResult<TriedAddress[]> }) => {
  const { data, error, isFetching, refetch } = query;
  const found = data?.find(({ fits }) => fits);
  return (
    <>
      <div className="row" role="status">
        <PermittedButton
          permission={ownPermissions.tryAddresses}
          aria-disabled={isFetching}
          onClick={() => !isFetching && void refetch()}
        >
          {isFetching ? "Trying other addresses…" : "Try other addresses"}
        </PermittedButton>
        {!isFetching && data && (
          <span>
            {found
              ? `Set API_BASE_URL=${found.baseUrl} where the console is started, then restart it.`
              : "None of these addresses answers with an account."}
          </span>
        )}
      </div>
      {error && <ErrorNotice error={error} isOnConnection />}
      {data && <PlainTable label="Addresses tried" columns={columns} rows={data} none="" />}
    </>
  );
};
