import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import "./part-findings.css";
import type { CatalogProgress } from "./check-catalog.ts";

/** How far the check of all products of a channel is. */
export type CatalogState =
  | ({ readonly kind: "running" } & CatalogProgress)
  | { readonly kind: "done"; readonly of: number }
  | { readonly kind: "failed"; readonly error: unknown };

export const startedCheck: CatalogState = { kind: "running", done: 0, of: 0, ahead: 0 };

interface CatalogCheckProps {
  state: CatalogState;
  /** All products of the channel. */
  total: number;
  onRetry: () => void;
}

/** Tells how far the check of all products is; the results so far are those of the loaded ones. */
export const CatalogCheck = ({ state, total, onRetry }: CatalogCheckProps) => {
  if (state.kind === "failed") return <ErrorNotice error={state.error} onRetry={onRetry} />;
  const isRunning = state.kind === "running";
  const [done, of] = isRunning ? [state.done, state.of || total] : [state.of, state.of];
  return (
    <div className="row soft small">
      <span role="status">
        {isRunning && state.ahead > 0
          ? `Waiting for ${formatCount(state.ahead, "other check")}`
          : isRunning
            ? `Checking all products: ${formatQuantity(done)} of ${formatQuantity(of)}`
            : `All ${formatCount(of, "product")} checked`}
      </span>
      {isRunning && (
        <ProgressBar
          className="catalog-check__bar"
          label="Products checked"
          done={done}
          total={of}
        />
      )}
    </div>
  );
};
