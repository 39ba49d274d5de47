import { TextInput } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { ChoiceInput } from "./choice-input.tsx";
import { type Choices, type NamedRecord, toChoices, withUnlisted } from "./choices.ts";
import { fieldClasses } from "./field-classes.ts";

/** The state of a query for a list of names. */
interface Listing {
  readonly data?: { readonly value: readonly NamedRecord[] } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
}

export interface ListedProps {
  label: string;
  listing: Listing;
  /** The name of the record kind, for an id that is not in the list: "Source". */
  noun: string;
  hint?: ReactNode;
  /** The hint shown when the upstream has no list and the id is typed. */
  unlisted?: string;
  /** The first choice, which means no value: "All sources". */
  none?: string;
}

interface ListedInputProps extends ListedProps {
  value: string;
  onValue: (id: string) => void;
  error?: string | undefined;
  changed?: true | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const buildChoices = (
  { data }: Listing,
  noun: string,
  value: string,
  none: string | undefined,
): Choices => {
  const listed = toChoices(noun, data?.value ?? []);
  const all = none === undefined ? listed : [{ value: "", label: none }, ...listed];
  return value === "" ? all : withUnlisted(all, value, (id) => `${noun} ${id}`);
};

/** Selects one of many records by typing part of its name, or by id if the upstream has no list. */
export const ListedInput = ({
  label,
  listing,
  noun,
  hint,
  unlisted = "The API doesn't list these. Enter the ID.",
  none,
  value,
  onValue,
  error,
  changed,
  disabled = false,
  readOnly = false,
  ref,
}: ListedInputProps) => {
  const shared = {
    ref: ref ?? null,
    label,
    error,
    disabled,
    readOnly,
    "data-locked": readOnly || undefined,
    classNames: fieldClasses,
    "data-changed": changed,
  };
  if (listing.isError && listing.data === undefined)
    return (
      <TextInput
        {...shared}
        description={unlisted}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.target.value.trim())}
      />
    );
  return (
    <ChoiceInput
      {...shared}
      description={hint}
      // A failed save moves the focus here: an open list would cover the error.
      openOnFocus={false}
      placeholder={listing.isPending ? "Loading…" : "Select one"}
      choices={buildChoices(listing, noun, value, none)}
      value={value}
      onChoose={onValue}
    />
  );
};
