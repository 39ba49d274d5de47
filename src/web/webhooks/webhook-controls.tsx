import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { eventChange, eventsOf, eventsText, knownAndOther, urlWarning } from "./webhook-changes.ts";
import { eventMeaning } from "./webhook-status.tsx";

interface ControlProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Whether the value differs from the saved one. */
  changed?: boolean;
}

/** Where deliveries go. */
export const UrlControl = ({ value, onChange, error, changed }: ControlProps) => {
  const warning = urlWarning(value);
  return (
    <>
      <Field
        id="webhook-url"
        label="Address"
        hint="Where each event is posted; https, or http where nothing better is there."
        error={error}
      >
        {(tie) => (
          <input
            {...tie}
            type="url"
            autoComplete="off"
            spellCheck={false}
            data-changed={changed || undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {warning && <p className="webhook__warning">{warning}</p>}
    </>
  );
};

/** Who hears about the webhook's own state. */
export const EmailControl = ({ value, onChange, error, changed }: ControlProps) => (
  <Field
    id="webhook-email"
    label="Notifications to"
    hint="An e-mail address that hears how the webhook is doing. It can be changed, not taken away."
    error={error}
  >
    {(tie) => (
      <input
        {...tie}
        type="email"
        autoComplete="off"
        data-changed={changed || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

const fates = { added: "will be added", removed: "will be removed" } as const;

/** Which events are delivered, and which of them a save adds or takes away. */
export const EventsControl = ({
  value,
  before,
  onChange,
  error,
}: ControlProps & { before: string }) => {
  const chosen = eventsOf(value);
  const { added, removed } = eventChange(before, value);
  const fateOf = (event: string) =>
    added.includes(event) ? "added" : removed.includes(event) ? "removed" : undefined;
  const toggle = (event: string, on: boolean) =>
    onChange(eventsText(on ? [...chosen, event] : chosen.filter((one) => one !== event)));
  return (
    <fieldset className="field">
      <legend className="field__label">Events</legend>
      {knownAndOther(before, value).map((event) => {
        const fate = fateOf(event);
        return (
          <label key={event} className="check webhook__event">
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={(change) => toggle(event, change.target.checked)}
            />
            <span>
              <span className="code">{event}</span>
              {fate && <strong data-fate={fate}> {fates[fate]}</strong>}
              <span className="field__hint">{eventMeaning(event)}</span>
            </span>
          </label>
        );
      })}
      {chosen.length === 0 && before !== "" && (
        <Notice title="No event is chosen" tone="waiting">
          <p>The API takes this, and then nothing is delivered at all.</p>
        </Notice>
      )}
      <p className="field__error" role="status">
        {error}
      </p>
    </fieldset>
  );
};
