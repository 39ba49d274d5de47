import { useNavigate } from "@tanstack/react-router";
import { describePlace, type QueuePlace } from "./rma-queue.ts";
import { LockableButton } from "#web/ui/lockable-button.tsx";

const unknown: QueuePlace = {
  place: undefined,
  count: 0,
  isPart: false,
  previous: undefined,
  next: undefined,
};

interface StepProps {
  label: string;
  to: number | undefined;
}

const Step = ({ label, to }: StepProps) => {
  const navigate = useNavigate();
  return (
    <LockableButton
      size="xs"
      locked={to === undefined}
      onClick={() => void navigate({ to: "/rmas/$id", params: { id: String(to) } })}
    >
      {label}
    </LockableButton>
  );
};

/** Links to the previous and next RMA. Their space is reserved from the start, so that nothing moves. */
export const QueueNav = ({ queue = unknown }: { queue: QueuePlace | undefined }) => (
  <nav className="queue-nav" data-unknown={queue === unknown || undefined} aria-label="RMA queue">
    <span className="faint">{describePlace(queue)}</span>
    <Step label="Previous" to={queue.previous} />
    <Step label="Next" to={queue.next} />
  </nav>
);
