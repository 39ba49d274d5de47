import { Screen } from "#web/ui/screen.tsx";

export const WebhookList = () => (
  <Screen title="Webhooks">
    <p>Not built yet.</p>
  </Screen>
);
