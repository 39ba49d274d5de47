import "./events.css";
import { Timeline } from "@mantine/core";
import type { ReactNode } from "react";

/** A past or future event. */
interface Event {
  readonly key: string;
  readonly title: ReactNode;
  readonly tone?: "good" | "bad" | undefined;
  readonly children: ReactNode;
}

const colors = { good: "var(--good)", bad: "var(--bad)" } as const;

interface EventsProps {
  /** In chronological order. */
  events: readonly Event[];
  /** The first ones that are past: the marks of the others are hollow. */
  reached: number;
  newestFirst?: boolean;
}

/** Shows events. */
export const Events = ({ events, reached, newestFirst = false }: EventsProps) => (
  <Timeline
    className="events"
    classNames={{ itemBullet: "events__mark" }}
    role="list"
    active={reached - 1}
    reverseActive={newestFirst}
    bulletSize={12}
    lineWidth={2}
  >
    {(newestFirst ? events.toReversed() : events).map(({ key, title, tone, children }) => (
      <Timeline.Item key={key} role="listitem" title={title} {...(tone && { color: colors[tone] })}>
        {children}
      </Timeline.Item>
    ))}
  </Timeline>
);
