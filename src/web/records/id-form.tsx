import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { pathIdPattern } from "#contract/primitives.ts";

interface IdFormProps {
  label: string;
  placeholder: string;
  /** The label of the button. */
  action: string;
  /** Whether the button is the screen's primary action. */
  filled?: boolean;
  /** The initial value of the field. */
  start?: string;
  onId: (id: string) => void;
}

/** A form for an id, for an upstream that does not list the records. */
export const IdForm = ({ label, placeholder, action, filled, start = "", onId }: IdFormProps) => {
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const fits = pathIdPattern.test(typed.trim());
    setWrong(!fits);
    if (fits) onId(typed.trim());
  };
  return (
    <form className="row" onSubmit={onSubmit} noValidate>
      <TextInput
        aria-label={label}
        inputMode="numeric"
        placeholder={placeholder}
        value={typed}
        error={wrong && "Enter a whole number, 1 or more"}
        errorProps={{ role: "status" }}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant={filled ? "filled" : "default"}>
        {action}
      </Button>
    </form>
  );
};
