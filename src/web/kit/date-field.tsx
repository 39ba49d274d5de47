import "./date-field.css";
import { later } from "./later.tsx";
import { Input } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { WhyTooltip } from "./button.tsx";
import { PopoverButton } from "./popover-button.tsx";
import { parseDay } from "#web/base/days.ts";

const whyInvalid = "Enter a date like 2026-11-22 or 22 Nov 2026";

const Calendar = later(async () => (await import("./calendar.tsx")).Calendar);

interface DateFieldProps {
  /** Set if a label element names the field. */
  id?: string;
  /** Set if there is no label element. */
  label?: string;
  /** As 2026-11-22, or empty. */
  day: string;
  onDay: (day: string) => void;
}

/**
 * A field for a day: typed, or selected in a calendar, which loads when it opens. Why a text is no day is shown beside it
 * from when the field is left until the text is valid: text below the field would move what is being clicked.
 */
export const DateField = ({ id, label, day, onDay }: DateFieldProps) => {
  // The typed text stays unchanged until it is a valid day and the field loses the focus.
  const [typed, setTyped] = useState<string>();
  const [shownAt, setShownAt] = useState<HTMLElement>();
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? day;
  const meant = text.trim() === "" ? "" : parseDay(text);
  const write = (next: string) => {
    setTyped(next);
    const written = next.trim() === "" ? "" : parseDay(next);
    if (written !== undefined) setShownAt(undefined);
    // A day is reported when it is complete: 2026-1-1 may become 2026-1-11.
    if (written !== undefined && (written === "" || written === next)) onDay(written);
  };
  const leave = () => {
    if (meant === undefined) return setShownAt(input.current ?? undefined);
    setTyped(undefined);
    if (meant !== day) onDay(meant);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") leave();
    if (event.key === "Escape") setShownAt(undefined);
  };
  return (
    <>
      <Input
        ref={input}
        className="date-field"
        {...(id !== undefined && { id })}
        {...(label !== undefined && { "aria-label": label })}
        placeholder="YYYY-MM-DD"
        aria-description={meant === undefined ? whyInvalid : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={meant === undefined}
        aria-invalid={meant === undefined}
        onChange={(event) => write(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
        rightSectionPointerEvents="all"
        rightSection={
          <PopoverButton title="Open calendar" icon={<IconCalendar aria-hidden="true" />}>
            {(close) => (
              <div className="date-field__calendar">
                <Calendar
                  day={meant ?? ""}
                  onDay={(chosen) => {
                    setTyped(undefined);
                    setShownAt(undefined);
                    onDay(chosen);
                  }}
                  onClose={close}
                />
              </div>
            )}
          </PopoverButton>
        }
      />
      {meant === undefined && shownAt && (
        <WhyTooltip why={whyInvalid} target={shownAt} onFail={() => setShownAt(undefined)} />
      )}
    </>
  );
};
