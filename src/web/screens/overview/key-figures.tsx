import type { ReactNode } from "react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { seeingChanges } from "#contract/people.ts";
import type { Figures } from "#contract/figures.ts";
import { findDay } from "#contract/wall-clock.ts";
import { waitingRmas } from "#web/api/rmas.ts";
import { readTime } from "#contract/read-time.ts";
import { formatCount, formatMoney, inSentence, formatQuantity, nothing } from "#web/base/format.ts";
import { session, useWhyForbidden } from "#web/base/session.ts";
import { settings } from "#web/base/settings.ts";
import { Counting } from "#web/kit/counting.tsx";
import { exceptionWords, sumExceptions } from "#web/records/exception-words.ts";
import { exceptionKinds } from "#contract/figures.ts";
import { formatSpan } from "./format-span.ts";

interface TileProps {
  label: string;
  value: ReactNode;
  hint: string | undefined;
  /** Where its records are. */
  link?: Pick<LinkProps, "to" | "search"> | undefined;
  tone?: "waiting" | "bad" | undefined;
}

const Tile = ({ label, value, hint, link, tone }: TileProps) => {
  const content = (
    <>
      <span className="soft">{label}</span>{" "}
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

/** Without any known cost, nothing is known of the credit. */
const hasCredit = (waiting: Figures["waiting"] | undefined): waiting is Figures["waiting"] =>
  waiting !== undefined && (waiting.rmas === 0 || waiting.withoutCost < waiting.rmas);

/** Today's decisions are changes that this console recorded; only administrators see those. */
const useDecidedLink = (today: string | undefined): TileProps["link"] => {
  const mayNot = useWhyForbidden(seeingChanges) !== undefined;
  if (today === undefined) return undefined;
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

const describePace = ({ states, timeToDecide: { now, before } }: Figures): string => {
  if (states.rmas.phase === "loading") return "Older RMAs are still loading";
  if (states.rmas.phase !== "ready") return "Not counted here";
  if (now.count === 0) return "No RMA in the last 4 weeks";
  return before.median == null
    ? "Median of the last 4 weeks"
    : `Median of 4 weeks, ${formatSpan(before.median)} before`;
};

const describeFailing = ({ exceptions }: Figures): string =>
  exceptionKinds
    .filter((kind) => (exceptions[kind] ?? 0) > 0)
    .slice(0, 2)
    .map((kind) => {
      const { one, label } = exceptionWords[kind];
      return formatCount(exceptions[kind] ?? 0, inSentence(one), inSentence(label));
    })
    .join(", ") || "Nothing is late, failed or unknown";

const describeDecided = ({ decided: { you, team } }: Figures): string =>
  session.get().person
    ? `${formatQuantity(you)} by you, ${formatQuantity(team - you)} by others`
    : "Through this console";

interface KeyFiguresProps {
  /** Undefined until they are known. */
  figures: Figures | undefined;
  /** What waits, if all of it is known. */
  waiting: Figures["waiting"] | undefined;
}

/** What waits and how fast it is decided, in four numbers. */
export const KeyFigures = ({ figures, waiting }: KeyFiguresProps) => {
  const total = figures && sumExceptions(figures);
  const median = figures?.states.rmas.phase === "ready" && figures.timeToDecide.now.median;
  return (
    <ul className="key-figures__list" aria-label="Key figures">
      <Tile
        label="Credit waiting for decision"
        value={
          hasCredit(waiting) ? (
            <Counting
              value={Math.round(waiting.credit * 100)}
              show={(cents) => formatMoney(cents / 100)}
            />
          ) : (
            nothing
          )
        }
        hint={waiting && describeWaiting(waiting)}
        link={{ to: "/rmas", search: { status: waitingRmas.status } }}
      />
      <Tile
        label="Decided today"
        value={figures ? <Counting value={figures.decided.team} show={formatQuantity} /> : nothing}
        hint={figures && describeDecided(figures)}
        link={useDecidedLink(figures?.today)}
      />
      <Tile
        label="Time to decide"
        value={median ? formatSpan(median) : nothing}
        hint={figures && describePace(figures)}
      />
      <Tile
        label="Exceptions"
        value={formatQuantity(total)}
        hint={figures && describeFailing(figures)}
        link={{ to: "/exceptions" }}
        tone={total === undefined || total === 0 ? undefined : "bad"}
      />
    </ul>
  );
};
