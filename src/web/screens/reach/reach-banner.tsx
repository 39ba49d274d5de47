import "./reach-banner.css";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useValue } from "#web/base/value-store.ts";
import { dismissSave, type WaitingSave, waitingSaves } from "#web/editing/waiting-saves.ts";
import { describeWaitingSave } from "./reach-words.ts";

const Save = ({ save }: { save: WaitingSave }) => {
  const { kind, cancel } = save.state.get();
  const busy = kind === "reading" || kind === "sending";
  return (
    <li>
      <Link to={save.path}>{save.title}</Link>
      <span>{describeWaitingSave(kind)}</span>
      {!busy && (
        <Button
          size="xs"
          aria-label={`${cancel ? "Cancel sending" : "Dismiss"} ${save.title}`}
          onClick={() => (cancel ? cancel() : dismissSave(save))}
        >
          {cancel ? "Cancel sending" : "Dismiss"}
        </Button>
      )}
    </li>
  );
};

/** Says that the gateway does not answer, or a request waits long, and lists what is sent later. */
export const ReachBanner = ({ text, onRetry }: { text: string; onRetry?: () => void }) => {
  const saves = useValue(waitingSaves);
  return (
    <section
      className="reach"
      aria-label="Connection status"
      // A slow response must not move what is read meanwhile.
      data-floats={(!onRetry && saves.length === 0) || undefined}
    >
      {text && (
        <div className="reach__state">
          <span role="status">{text}</span>
          {onRetry && (
            <Button size="xs" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
      {saves.length > 0 && (
        <ul aria-label="Changes to send">
          {saves.map((save, place) => (
            <Save key={place} save={save} />
          ))}
        </ul>
      )}
    </section>
  );
};
