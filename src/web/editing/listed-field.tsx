import { type Tie, useTie } from "./form-tie.ts";
import { ListedInput, type ListedProps } from "#web/kit/listed-input.tsx";

/** A `ListedInput` as a field of a form. */
export const ListedField = (props: Tie & ListedProps) => {
  const { control: _, name: _name, changed: _changed, onType: _onType, ...rest } = props;
  const { ref, text, error, changed, readOnly, onText } = useTie(props);
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
