import type { CustomField } from "#contract/custom-fields.ts";
import { LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import { Text } from "#web/kit/values.tsx";

const columns: readonly PlainColumn<CustomField>[] = [
  { header: "Custom field", cell: ({ name }) => <Text value={name} /> },
  { header: "Value", cell: ({ value }) => <Text value={value} /> },
];

/** The custom fields of a shipment, an invoice or its item; empty if there are none. */
export const CustomFields = ({ fields, of }: { fields: readonly CustomField[]; of: string }) =>
  fields.length === 0 ? null : (
    <LongTable
      of="field"
      label={`Custom fields of ${of}`}
      columns={columns}
      rows={fields}
      none=""
    />
  );
