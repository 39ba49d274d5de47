import { PermittedButton } from "#web/kit/button.tsx";
import { ownPermissions } from "#contract/people.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { TriedAddress } from "#contract/connection.ts";
import { CopyButton } from "#web/kit/copy-button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code } from "#web/kit/values.tsx";
import { describeCause } from "./diagnose.ts";
import type { StateLabel } from "./describe-connection.ts";

const isRefused = ({ cause, html }: TriedAddress): boolean => cause === "token" && !html;

/**
 * The addresses where the API refused the token: only it knows tokens. A server that answers so at every address may check
 * tokens before addresses, or may be another program.
 */
const findRefusals = (tried: readonly TriedAddress[]): readonly TriedAddress[] =>
  tried.every((one) => isRefused(one) || one.status === null) || tried.some(({ fits }) => fits)
    ? []
    : tried.filter(isRefused);

const describeTry = (tried: TriedAddress, isHit: boolean): StateLabel => {
  const { fits, status, cause, html } = tried;
  if (fits) return { label: "Answers with an account", tone: "good" };
  if (isHit) return { label: `Right address, wrong token (${status})`, tone: "partial" };
  if (cause === "not-found")
    return { label: html ? "Not found (HTML page)" : "Not found", tone: "still" };
  if (cause === "token-type")
    return { label: `Right address, another type of token (${status})`, tone: "partial" };
  const words =
    html && cause !== "redirect"
      ? "An HTML page answers"
      : cause
        ? describeCause({ cause, html, request: "GET /account", tokens: [] }).title
        : "No account";
  return { label: status === null ? words : `${words} (${status})`, tone: "waiting" };
};

export const describeTries = (tried: readonly TriedAddress[]): string => {
  const found = tried.find(({ fits }) => fits);
  if (found)
    return `Set API_BASE_URL=${found.baseUrl} where the console is started, then restart it.`;
  const [refused] = findRefusals(tried);
  if (refused)
    return `Right address, wrong token: ${refused.baseUrl} refuses the token. Set API_BASE_URL=${refused.baseUrl} and a current API_TOKEN where the console is started, then restart it.`;
  return tried.some(isRefused)
    ? "Every address refuses the token, so this doesn't show which one is right. Set a current API_TOKEN first."
    : "None of these addresses answers with an account.";
};

const createColumns = (hits: readonly TriedAddress[]): readonly PlainColumn<TriedAddress>[] => [
  {
    header: "Address",
    cell: ({ baseUrl, fits }) => (
      <span className="row">
        <Code value={baseUrl} />
        {(fits || hits.some((one) => one.baseUrl === baseUrl)) && (
          <CopyButton text={baseUrl} what="address" />
        )}
      </span>
    ),
  },
  {
    header: "Response",
    cell: (tried) => <StatusBadge {...describeTry(tried, hits.includes(tried))} />,
  },
];

/** Tries variations of the base address with one click, and shows which one is the API's. */
export const AddressTries = ({ query }: { query: UseQueryResult<TriedAddress[]> }) => {
  const { data, error, isFetching, refetch } = query;
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
        {!isFetching && data && <span>{describeTries(data)}</span>}
      </div>
      {error && <ErrorNotice error={error} isOnConnection />}
      {data && (
        <PlainTable
          label="Addresses tried"
          columns={createColumns(findRefusals(data))}
          rows={data}
          none=""
        />
      )}
    </>
  );
};
