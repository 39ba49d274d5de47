import { Checkbox, NativeSelect } from "@mantine/core";
import { cutText } from "#contract/cut-text.ts";
import { nothing } from "#web/base/format.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { type ColumnChoice, countColumns } from "./file-columns.ts";
import type { ItemValues } from "./item-edits.ts";
import type { CellLine } from "./read-cells.ts";
import { takeValues } from "./read-item-table.ts";
import { showValue } from "./shown-value.ts";

interface ImportColumnsProps {
  lines: readonly CellLine[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

const noColumn = { value: "", label: "None" };

const listColumns = (lines: readonly CellLine[], heading: boolean) =>
  Array.from({ length: countColumns(lines) }, (_, column) => {
    const first = showValue(cutText(lines[0]?.cells[column]?.trim() ?? "", 40));
    const name = `Column ${column + 1}`;
    const named = first === "" ? name : `${name}: ${first}`;
    return { value: String(column), label: heading ? first || name : named };
  });

type PreviewedLine = ItemValues & Pick<CellLine, "line">;

const cellOf = (value: string) => <bdi>{showValue(cutText(value, 80)) || nothing}</bdi>;

const previewColumns: readonly PlainColumn<PreviewedLine>[] = [
  { header: "Line", cell: ({ line }) => <span className="faint">{`Line\u00a0${line}`}</span> },
  { header: "From", cell: ({ from }) => cellOf(from) },
  { header: "To", cell: ({ to }) => cellOf(to) },
];

/** The choice of columns over the first lines of a file as they are imported. */
export const ImportColumns = ({ lines, choice, onChoose }: ImportColumnsProps) => {
  const { from, to, heading } = choice;
  const columns = listColumns(lines, heading);
  const shown = (heading ? lines.slice(1) : lines).slice(0, 5);
  return (
    <>
      <div className="items__columns">
        <NativeSelect
          label="From column"
          data={columns}
          value={String(from)}
          onChange={(event) => onChoose({ ...choice, from: Number(event.target.value) })}
        />
        <NativeSelect
          label="To column"
          data={[...columns, noColumn]}
          value={to === undefined ? "" : String(to)}
          onChange={({ target: { value } }) =>
            onChoose({ ...choice, to: value === "" ? undefined : Number(value) })
          }
        />
      </div>
      <Checkbox
        label="First line is a heading"
        checked={heading}
        onChange={(event) => onChoose({ ...choice, heading: event.target.checked })}
      />
      <PlainTable
        label="First lines of the file"
        columns={previewColumns}
        rows={shown.map((one) => ({ line: one.line, ...takeValues(one, choice) }))}
        none="No lines below the heading"
      />
    </>
  );
};
