import "./proof-panel.css";
import { lazy, Suspense } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { Skeleton } from "#web/ui/screen.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { ProofInvitation } from "./proof-invitation.tsx";
import { proofSessionOf } from "./proof-session.ts";

/** The engine and all that shows its results come when a rule is tried. */
const ProofContent = lazy(async () => ({
  default: (await import("./proof-content.tsx")).ProofContent,
}));

/** What proves a rule before it is saved; an invitation until somebody wants it. */
export const ProofPanel = () => {
  const { open } = useValue(proofSessionOf(useBuilder()).view);
  return (
    <section className="sheet proof" aria-label="Try this rule">
      {open ? (
        <Suspense
          fallback={
            <div className="proof__content">
              <Skeleton width={20} />
            </div>
          }
        >
          <ProofContent />
        </Suspense>
      ) : (
        <ProofInvitation />
      )}
    </section>
  );
};
