import "./events.css";
import { Timeline } from "@mantine/core";
import type { ReactNode } from "react";

/** Something that happened, or is still to come. */
interface Event {
  readonly key: string;
  readonly title: ReactNode;
  readonly tone?: "good" | "bad" | undefined;
  readonly children: ReactNode;
}

const colors = { good: "var(--good)", bad: "var(--bad)" } as const;

/** Events in the order of time, one below the other; the first `reached` have happened, and the marks of others are hollow. */
export const Events = ({ events, reached }: { events: readonly Event[]; reached: number }) => (
  <Timeline
    className="events"
    classNames={{ itemBullet: "events__mark" }}
    role="list"
    active={reached - 1}
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
