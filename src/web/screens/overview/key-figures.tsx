import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { seeingChanges } from "#contract/people.ts";
import type { Figures } from "#contract/figures.ts";
import { findDay } from "#contract/wall-clock.ts";
import { waitingRmas } from "#web/api/rmas.ts";
import { readTime } from "#contract/read-time.ts";
import { formatCount, formatMoney, formatQuantity, nothing } from "#web/base/format.ts";
import { session, useWhyForbidden } from "#web/base/session.ts";
import { settings } from "#web/base/settings.ts";
import { exceptionWords } from "#web/records/exception-words.ts";
import { exceptionKinds } from "#contract/figures.ts";
import { formatSpan } from "./format-span.ts";

interface TileProps {
  label: string;
  value: string;
  hint: ReactNode;
  /** Where its records are. */
  link?: Pick<LinkProps, "to" | "search">;
  tone?: "waiting" | "bad" | undefined;
}

const Tile = ({ label, value, hint, link, tone }: TileProps) => {
  const content = (
    <>
      <span className="key-figure__label">{label}</span>{" "}
      <strong className="key-figure__value" data-tone={tone}>
        {value}
      </strong>{" "}
      <span className="key-figure__hint">{hint}</span>
    </>
  );
  return (
    <li>
      {link ? (
        <Link {...link} className="key-figure">
          {content}
        </Link>
      ) : (
        <div className="key-figure">{content}</div>
      )}
    </li>
  );
};

const describeWaiting = ({ rmas, units, withoutCost }: Figures["waiting"]): string => {
  const all = `${formatCount(rmas, "RMA")}, ${formatCount(units, "unit")}`;
  return withoutCost === 0 ? all : `${all}; ${formatQuantity(withoutCost)} without a cost`;
};

/** Today's decisions are changes that this console recorded; only administrators see those. */
const useDecidedLink = (today: string): Pick<LinkProps, "to" | "search"> => {
  const mayNot = useWhyForbidden(seeingChanges) !== undefined;
  return mayNot
    ? { to: "/rmas", search: { updatedAfter: today } }
    : {
        to: "/audit",
        search: {
          operation: "updateRmaItems",
          after: findDay(readTime(today), settings.get().timeZone),
        },
      };
};

const describeChange = ({ now, before }: Figures["timeToDecide"]): string =>
  now.count === 0
    ? "No RMA in the last 4 weeks"
    : before.median == null
      ? "Median of the last 4 weeks"
      : `Median of 4 weeks, ${formatSpan(before.median)} before`;

/** What waits and how fast it is decided, in four numbers. */
export const KeyFigures = ({ figures }: { figures: Figures }) => {
  const { waiting, decided, today, timeToDecide, exceptions } = figures;
  const failing = exceptionKinds.filter((kind) => (exceptions[kind] ?? 0) > 0);
  const total = failing.reduce((sum, kind) => sum + (exceptions[kind] ?? 0), 0);
  const { median } = timeToDecide.now;
  return (
    <ul className="key-figures__list" aria-label="Key figures">
      <Tile
        label="Credit waiting for decision"
        value={formatMoney(waiting.credit)}
        hint={describeWaiting(waiting)}
        link={{ to: "/rmas", search: { status: waitingRmas.status } }}
      />
      <Tile
        label="Decided today"
        value={formatQuantity(decided.team)}
        hint={
          session.get().person
            ? `${formatQuantity(decided.you)} by you, ${formatQuantity(decided.team - decided.you)} by others`
            : "Through this console"
        }
        link={useDecidedLink(today)}
      />
      <Tile
        label="Time to decide"
        value={median == null ? nothing : formatSpan(median)}
        hint={describeChange(timeToDecide)}
      />
      <Tile
        label="Exceptions"
        value={formatQuantity(total)}
        hint={
          failing
            .slice(0, 2)
            .map((kind) => `${formatQuantity(exceptions[kind])} ${exceptionWords[kind].short}`)
            .join(", ") || "Nothing is late, failed or unknown"
        }
        link={{ to: "/exceptions" }}
        tone={total > 0 ? "bad" : undefined}
      />
    </ul>
  );
};
