import { Link, type LinkProps } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ageLimits, type CopyStates, exceptionKinds, type Figures } from "#contract/figures.ts";
import { waitingRmas } from "#web/api/rmas.ts";
import { formatQuantity } from "#web/base/format.ts";
import { later } from "#web/kit/later.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { copyOfException, lacksRecords, exceptionWords } from "#web/records/exception-words.ts";
import { type Bar, barColumns, Bars, ChartSheet } from "./chart-sheet.tsx";
import { findAgeRange } from "./ages.ts";

interface FigureRowProps extends Pick<LinkProps, "to" | "search"> {
  label: string;
  /** Undefined: not known. */
  count: number | undefined;
  /** The tone of a number above zero. */
  tone?: "waiting" | "bad";
}

/** One figure with a link to its records. */
const FigureRow = ({ label, count, tone, ...link }: FigureRowProps) => (
  <li>
    <Link {...link} className="overview-row figure-row">
      <span>{label}</span>{" "}
      <span className="figure-row__figure" data-tone={count ? tone : undefined}>
        {formatQuantity(count)}
      </span>
    </Link>
  </li>
);

const attention = {
  "unknown-change": "bad",
  "order-error": "bad",
  "return-error": "bad",
  webhook: "bad",
  "late-decision": "waiting",
  "late-shipment": "waiting",
} as const;

/** Why not all is counted; undefined if it is. */
const describeCopies = ({ states }: Figures): string | undefined => {
  const all = Object.values(states);
  if (all.some(lacksRecords))
    return "What shows – isn't watched, because this console has no copy of those records. An administrator can turn copies on.";
  return all.some(({ phase }) => phase === "loading")
    ? "Older records are still loading. The numbers grow until all are there."
    : undefined;
};

/** The exceptions by kind, and what waits besides RMAs. */
const AttentionSheet = ({ figures }: { figures: Figures | undefined }) => {
  const known = (copy: keyof CopyStates | undefined, count: number | undefined) =>
    copy !== undefined && figures && lacksRecords(figures.states[copy]) ? undefined : count;
  const note = figures && describeCopies(figures);
  return (
    <Sheet title="Needs attention" flush>
      <ul className="figure-list">
        {exceptionKinds.map((kind) => (
          <FigureRow
            key={kind}
            label={exceptionWords[kind].label}
            count={known(copyOfException[kind], figures?.exceptions[kind])}
            to="/exceptions"
            search={{ kind }}
            tone={attention[kind]}
          />
        ))}
      </ul>
      <ul className="figure-list figure-list--more">
        <FigureRow
          label="Open returns"
          count={known("returns", figures?.openReturns)}
          to="/returns"
          search={{ status: "open" }}
        />
        <FigureRow
          label="Orders to be received"
          count={known("purchase-orders", figures?.toReceive)}
          to="/purchase-orders"
          search={{ filterStatus: "processing" }}
        />
      </ul>
      {note && <p className="figure-list__note">{note}</p>}
    </Sheet>
  );
};

const ageNames = ["Under a day", "1 to 3 days", "3 to 7 days", "1 to 2 weeks", "Over 2 weeks"];
const lateFrom = 3;

/** The ages of the RMAs to decide, with links to them. */
const AgeSheet = ({ waiting, now }: { waiting: Figures["waiting"] | undefined; now: number }) => {
  const bars = ageLimits.map((_, step): Bar => {
    const { after, before } = findAgeRange(step, now);
    return {
      id: String(step),
      label: ageNames[step] ?? "",
      count: waiting?.ages[step] ?? 0,
      late: step >= lateFrom,
      search: {
        status: waitingRmas.status,
        sort: "createdAt",
        createdAfter: after,
        createdBefore: before,
      },
    };
  });
  return (
    <ChartSheet
      title="RMAs by age"
      rows={waiting ? bars : []}
      columns={barColumns("Age", "RMAs")}
      none={waiting?.rmas === 0 ? "No RMAs to decide" : undefined}
    >
      <Bars bars={bars} all={bars.reduce((sum, { count }) => sum + count, 0)} />
    </ChartSheet>
  );
};

const Trends = later(async () => (await import("./trends.tsx")).Trends);

/** The trends are below the fold: their code loads when their place comes into sight. */
const TrendsPlace = ({ figures }: { figures: Figures }) => {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: "10%" },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="overview__trends">
      {isSeen && <Trends figures={figures} />}
    </div>
  );
};

const hasTrends = (figures: Figures | undefined): figures is Figures =>
  figures?.states.rmas.phase === "ready" && figures.weeks.some(({ created }) => created > 0);

interface OverviewFiguresProps {
  figures: Figures | undefined;
  /** Undefined while some are loading. */
  waiting: Figures["waiting"] | undefined;
  now: number;
}

/** What waits besides the RMAs in the list, the ages of all of them, and trends. */
export const OverviewFigures = ({ figures, waiting, now }: OverviewFiguresProps) => {
  return (
    <>
      <div className="overview__side">
        {/* Its place is kept while the figures are loading. */}
        {(figures || !waiting) && <AttentionSheet figures={figures} />}
        <AgeSheet waiting={waiting} now={now} />
      </div>
      {hasTrends(figures) && <TrendsPlace figures={figures} />}
    </>
  );
};
