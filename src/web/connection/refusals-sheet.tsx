import { Sheet } from "#web/ui/screen.tsx";

const refusals = [
  {
    status: "401",
    means: "The token is missing, wrong, or of a type that the operation does not take.",
    todo: "Look which token is refused above. Making a new token ends the old one at once, so a token that worked yesterday may have been replaced.",
  },
  {
    status: "403",
    means: "The token is right and may not do this.",
    todo: "An Account token cannot act for a single source or channel, and theirs cannot act for the account. Give the one that the operation needs.",
  },
  {
    status: "429",
    means: "More requests came than the API allows in a second.",
    todo: "The gateway keeps to the limit by itself. Seen all the same, somebody else uses the same token, or the limit is lower than API_RATE_LIMIT says.",
  },
] as const;

/** What the API means by refusing, and what to do about it. */
export const RefusalsSheet = () => (
  <Sheet title="When the API refuses">
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
