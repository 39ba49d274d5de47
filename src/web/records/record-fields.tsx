import type { ReactNode } from "react";
import { inSentence } from "#web/base/format.ts";
import { type FieldFormat, selectFieldFormat, formatFieldName } from "#web/kit/field-format.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { ExternalLink, Flag, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";

type Scalar = string | number | boolean | null | undefined;

const faces: Readonly<
  Record<FieldFormat, (value: NonNullable<Scalar>, name: string) => ReactNode>
> = {
  flag: (value) => <Flag value={Boolean(value)} />,
  moment: (value) => <Moment at={String(value)} absolute />,
  money: (value) => <Money amount={Number(value)} />,
  link: (value) => <ExternalLink href={String(value)} />,
  number: (value) => <Quantity amount={Number(value)} />,
  code: (value, name) => <CopyCode value={String(value)} what={inSentence(name)} />,
  text: (value) => <Text value={String(value)} />,
};

const isScalar = (value: unknown): value is Scalar =>
  value === null || value === undefined || typeof value !== "object";

const longText = 60;

const keyValue = (name: string, value: Scalar, deprecated: string | undefined): KeyValue => ({
  label: formatFieldName(name),
  value:
    value === null || value === undefined || value === ""
      ? "–"
      : faces[selectFieldFormat(name, value)](value, formatFieldName(name)),
  empty: value === null || value === undefined || value === "",
  ...(typeof value === "string" && value.length > longText ? { wide: true } : {}),
  ...(deprecated === undefined ? {} : { deprecated }),
});

interface RecordFieldsProps {
  record: object;
  /** The schema's field names in the API's order, so that missing fields are included; unknown fields follow. */
  names: readonly string[];
  /** Shown elsewhere on the screen. */
  leaveOut?: readonly string[];
  /** Deprecated fields and what replaces them (api 9). */
  deprecated?: Readonly<Record<string, string>>;
}

/** Shows all scalar fields of a record: the contract's in their order, then unknown ones. */
export const RecordFields = ({
  record,
  names,
  leaveOut = [],
  deprecated = {},
}: RecordFieldsProps) => {
  const values = record as Readonly<Record<string, unknown>>;
  const all = [...new Set([...names, ...Object.keys(values)])].filter(
    (name) => !leaveOut.includes(name),
  );
  const items = all.flatMap((name) => {
    const value = values[name];
    return isScalar(value) ? [keyValue(name, value, deprecated[name])] : [];
  });
  return <KeyValues items={items} />;
};
