import { type FieldProps, useTextField } from "./form-field.ts";
import { ListedInput, type ListedProps } from "#web/kit/combobox.tsx";

/** A `ListedInput` as a field of a form. */
export const ListedField = (props: FieldProps & ListedProps) => {
  const { control: _, name: _name, changed: _changed, onType: _onType, ...rest } = props;
  const { ref, text, error, changed, readOnly, onText } = useTextField(props);
  return (
    <ListedInput
      {...rest}
      ref={ref}
      value={text}
      error={error}
      changed={changed}
      readOnly={readOnly}
      onValue={onText}
    />
  );
};
