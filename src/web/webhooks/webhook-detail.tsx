import { Screen } from "#web/ui/screen.tsx";

export const WebhookDetail = () => (
  <Screen title="Webhook">
    <p>Not built yet.</p>
  </Screen>
);
