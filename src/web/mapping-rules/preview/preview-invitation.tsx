import { Button } from "@mantine/core";
import { usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";
import { rememberPreviewOpen } from "./remember-preview.ts";
import { usualSamples } from "./sample-pool.ts";
import { type SampleKind, sampleWords } from "./sample-record.ts";
import { quantity } from "#web/ui/format.ts";

const most = quantity(usualSamples);
const costs: Readonly<Record<SampleKind, string>> = {
  product: `Starts with up to ${most} products of the channel's local copy. You can select more. If this browser has no local copy yet, the channel's products are loaded in the background.`,
  purchase_order: `Starts with up to ${most} orders, loaded in the background. You can select more. Orders have addresses, so they aren't stored. They are cleared when you close this page.`,
};

/** Shown before anything is read: an explanation of the test, and its cost. */
export const PreviewInvitation = () => {
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const { many } = sampleWords[kind];
  const begin = () => {
    rememberPreviewOpen(true);
    session.change({ open: true });
  };
  return (
    <div className="preview__invitation">
      <h2>Test before you save</h2>
      <p>
        See which {many} the rule matches and how they change, next to every condition and action,
        while you edit. The test runs in this browser and saves nothing.
      </p>
      <Button variant="filled" onClick={begin}>
        Test on {many}
      </Button>
      <p className="faint">{costs[kind]}</p>
    </div>
  );
};
