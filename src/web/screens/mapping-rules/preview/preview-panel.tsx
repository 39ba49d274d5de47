import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import { headKey } from "#rule-model/part.ts";
import {
  useBuilder,
  usePart,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { formatQuantity } from "#web/base/format.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useValue } from "#web/base/value-store.ts";
import {
  findSampleKind,
  noAssumptions,
  previewOpen,
  type SampleKind,
  sampleWords,
  usualSamples,
} from "./preview-session.ts";
import "./preview-panel.css";

const costs: Readonly<Record<SampleKind, string>> = {
  product: `Starts with up to ${formatQuantity(usualSamples.product)} of the channel's products. You can select more.`,
  purchase_order: `Starts with up to ${formatQuantity(usualSamples.purchase_order)} orders, loaded in the background. You can select more. Orders have addresses, so they aren't stored. They are cleared when you close this page.`,
};

/** Shown where a person closed the test: an explanation of it, and its cost. */
const PreviewInvitation = () => {
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const { many } = sampleWords[kind];
  const begin = () => {
    previewOpen.set(true);
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
      <p className="faint small">{costs[kind]}</p>
    </div>
  );
};

/** The engine and the result views load when a rule is first tested. */
const PreviewContent = lazy(async () => ({
  default: (await import("./preview-content.tsx")).PreviewContent,
}));

/** Another event, which only a new rule can get, runs on other records. */
const useKindOfEvent = () => {
  const { workflow } = useBuilder();
  const { choice, change } = usePreviewSession();
  const eventId = usePart(headKey, "head")?.data.eventId ?? 0;
  useEffect(() => {
    const kind = findSampleKind(workflow.metaData, eventId);
    if (choice.get().kind === kind) return;
    choice.set({ ...choice.get(), kind, pasted: undefined, assumed: noAssumptions });
    change({ selectedKey: undefined });
  }, [workflow, choice, change, eventId]);
};

/** The test of a rule before it is saved; an invitation where it was closed. */
export const PreviewPanel = () => {
  useKindOfEvent();
  const { open } = useValue(usePreviewSession().view);
  return (
    <section className="sheet preview" aria-label="Test this rule">
      {open ? (
        <Suspense
          fallback={
            <div className="preview__content">
              <Skeleton width={20} />
            </div>
          }
        >
          <PreviewContent />
        </Suspense>
      ) : (
        <PreviewInvitation />
      )}
    </section>
  );
};
