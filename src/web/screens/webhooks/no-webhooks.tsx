import { webhookOperations } from "#contract/webhooks.ts";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedLink } from "#web/kit/permitted-link.tsx";

/** The link to the form for a new webhook. */
export const CreateWebhook = () => (
  <PermittedLink
    permission={webhookOperations.createWebhookConfiguration}
    to="/webhooks"
    search={{ new: "1" }}
    variant="filled"
  >
    Create webhook
  </PermittedLink>
);

/** Shown instead of the list of webhooks when it has no rows. */
export const NoWebhooks = ({ status }: { status: string | undefined }) =>
  status ? (
    <NoMatches noun="webhook" views="status" names={["status"]} />
  ) : (
    <Notice title="No webhooks yet" blank tone="still" actions={<CreateWebhook />}>
      <p>Create one to send the events of a source or channel to an address.</p>
    </Notice>
  );
