import "./preview-panel.css";
import { lazy, Suspense, useEffect } from "react";
import { headKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  usePart,
  usePreviewSession,
} from "#web/mapping-rules/builder/builder-context.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { deleteOldSamples } from "./delete-old-samples.ts";
import { PreviewInvitation } from "./preview-invitation.tsx";
import { noAssumptions } from "./preview-session.ts";
import { findSampleKind } from "./sample-kind.ts";

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

/** The test of a rule before it is saved; an invitation until it is opened. */
export const PreviewPanel = () => {
  useKindOfEvent();
  useEffect(deleteOldSamples, []);
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
