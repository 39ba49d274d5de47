import "@mantine/dates/styles.layer.css";
import { DatePicker } from "@mantine/dates";

interface CalendarProps {
  /** As 2026-11-22, or empty. */
  day: string;
  onDay: (day: string) => void;
  /** Called when a day is chosen. */
  onClose: () => void;
}

/** A calendar for selecting a day; closes its panel after the selection. */
export const Calendar = ({ day, onDay, onClose }: CalendarProps) => (
  <DatePicker
    fullWidth
    hideOutsideDates
    weekendDays={[]}
    value={day === "" ? null : day}
    {...(day !== "" && { defaultDate: day })}
    ariaLabels={{
      previousMonth: "Previous month",
      nextMonth: "Next month",
      previousYear: "Previous year",
      nextYear: "Next year",
      previousDecade: "Previous ten years",
      nextDecade: "Next ten years",
    }}
    onChange={(chosen) => {
      onDay(chosen ?? "");
      onClose();
    }}
  />
);
