import { TextInput, type TextInputProps } from "@mantine/core";

interface SearchFieldProps extends Omit<TextInputProps, "onChange" | "type"> {
  value: string;
  onType: (text: string) => void;
  onEnter?: () => void;
}

/** The search field of a list, to which “/” moves the focus. */
export const SearchField = ({ onType, onEnter, ...rest }: SearchFieldProps) => (
  <form
    className="list__search"
    onSubmit={(event) => {
      event.preventDefault();
      onEnter?.();
    }}
  >
    <TextInput
      className="filter filter--search"
      aria-keyshortcuts="/"
      {...rest}
      type="search"
      onChange={(event) => onType(event.target.value)}
    />
  </form>
);
