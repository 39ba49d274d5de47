import { Checkbox } from "@mantine/core";
import { TextField } from "#web/editing/form-fields.tsx";
import { type Tie, useTie } from "#web/editing/form-tie.ts";
import {
  eventChange,
  parseEvents,
  formatEvents,
  knownAndOther,
  urlWarning,
} from "./webhook-changes.ts";
import { eventMeaning } from "./webhook-status.tsx";

/** The address of the deliveries. */
export const UrlControl = ({ tie, value }: { tie: Tie; value: string }) => {
  const warning = urlWarning(value);
  return (
    <>
      <TextField
        {...tie}
        label="Address"
        hint="Events are posted to this address. Use HTTPS if possible."
        type="url"
        spellCheck={false}
      />
      {warning && <p className="webhook__warning">{warning}</p>}
    </>
  );
};

/** The recipient of alerts about the webhook. */
export const EmailControl = ({ tie }: { tie: Tie }) => (
  <TextField
    {...tie}
    label="Notification email"
    hint="Optional. Receives alerts about this webhook. Can't be removed once set."
    type="email"
  />
);

const fates = { added: "will be added", removed: "will be removed" } as const;

/** The events to deliver, and those that a save adds to or removes from `before`. */
export const EventsControl = ({ tie, before }: { tie: Tie; before: string }) => {
  const { text, error, readOnly, onText } = useTie(tie);
  const chosen = parseEvents(text);
  const { added, removed } = eventChange(before, text);
  const describeFate = (event: string) =>
    added.includes(event) ? "added" : removed.includes(event) ? "removed" : undefined;
  return (
    <Checkbox.Group
      label="Events"
      error={error}
      value={chosen}
      onChange={(events) => onText(formatEvents(events))}
    >
      <div className="webhook__choices">
        {knownAndOther(before, text).map((event) => {
          const fate = describeFate(event);
          return (
            <Checkbox
              key={event}
              value={event}
              disabled={readOnly}
              label={
                <>
                  <span className="code">{event}</span>
                  {fate && <strong data-fate={fate}> {fates[fate]}</strong>}
                </>
              }
              description={eventMeaning(event)}
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
};
