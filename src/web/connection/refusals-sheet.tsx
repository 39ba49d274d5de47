import { Sheet } from "#web/ui/screen.tsx";

const refusals = [
  {
    status: "401",
    means: "The token is missing, wrong, or has the wrong type for the operation.",
    todo: "Check above which token is refused. Creating a new token invalidates the old one at once, so your token may have been replaced.",
  },
  {
    status: "403",
    means: "The token is valid but has no permission.",
    todo: "An Account token can't act for a single source or channel, and their tokens can't act for the account. Set the token that the operation requires.",
  },
  {
    status: "429",
    means: "Too many requests per second.",
    todo: "The gateway stays within the limit. If this still happens, another program uses the same token, or the API's limit is lower than API_RATE_LIMIT.",
  },
] as const;

/** The API's refusals: their meaning, and what to do about them. */
export const RefusalsSheet = () => (
  <Sheet title="Errors from the API">
    <dl className="connection__refusals">
      {refusals.map(({ status, means, todo }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <strong>{means}</strong> {todo}
          </dd>
        </div>
      ))}
    </dl>
  </Sheet>
);
