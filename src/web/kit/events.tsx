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

/** Shows events, the newest first; the last `reached` are past, and the marks of the others are hollow. */
export const Events = ({ events, reached }: { events: readonly Event[]; reached: number }) => (
  <Timeline
    className="events"
    classNames={{ itemBullet: "events__mark" }}
    role="list"
    active={reached - 1}
    reverseActive
    bulletSize={12}
    lineWidth={2}
  >
    {events.map(({ key, title, tone, children }) => (
      <Timeline.Item key={key} role="listitem" title={title} {...(tone && { color: colors[tone] })}>
        {children}
      </Timeline.Item>
    ))}
  </Timeline>
);
