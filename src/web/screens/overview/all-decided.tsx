import type { Figures } from "#contract/figures.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { session } from "#web/base/session.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { sumExceptions } from "#web/records/exception-words.ts";
import { formatSpan } from "./format-span.ts";

const describeToday = ({ decided: { you, team }, timeToDecide }: Figures): string => {
  if (team === 0) return "New RMAs appear here as they arrive.";
  const byYou = session.get().person && you > 0 ? `, ${formatQuantity(you)} by you` : "";
  const { median } = timeToDecide.now;
  const pace =
    median == null ? "" : ` Half of the last 4 weeks' RMAs took under ${formatSpan(median)}.`;
  return `${formatCount(team, "RMA")} decided today${byYou}.${pace}`;
};

/** What is seen when no RMA waits: the work is done. */
export const AllDecided = ({ figures }: { figures: Figures | undefined }) => {
  const exceptions = figures ? sumExceptions(figures) : 0;
  const isNew =
    figures?.decided.team === 0 &&
    figures.weeks.every(({ created, decided }) => created + decided === 0);
  return (
    <div className="all-decided">
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <circle cx="48" cy="48" r="44" />
        <path d="M28 50 L42 64 L70 34" />
      </svg>
      <h2>{isNew ? "No RMAs yet" : "All decided"}</h2>
      <p>
        {isNew
          ? "Supercargo is where your team decides returns. RMAs appear here as they arrive."
          : figures
            ? describeToday(figures)
            : "New RMAs appear here as they arrive."}
      </p>
      <p className="row">
        {exceptions > 0 && (
          <ButtonLink to="/exceptions" variant="filled">
            Open {formatCount(exceptions, "exception")}
          </ButtonLink>
        )}
        <ButtonLink to="/rmas" variant="default">
          Show all RMAs
        </ButtonLink>
      </p>
    </div>
  );
};
