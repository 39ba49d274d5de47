import { Button } from "@mantine/core";
import { useMemo } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted } from "#web/ui/format.ts";
import { whyNotSaved } from "#web/ui/record-form-phase.ts";
import { UnknownOutcome } from "#web/ui/unknown-outcome.tsx";
import { ItemConflicts } from "./item-conflicts.tsx";
import type { RowMark } from "./item-edits.ts";
import type { ItemEditing } from "./use-item-edits.ts";

/** The refusal with the numbers of rows as the grid has them, instead of places in what was sent. */
const inRows = ({ phase, rows }: ItemEditing): unknown => {
  if (phase.kind !== "failed" || !(phase.error instanceof ApiError) || phase.refused.size === 0)
    return phase.kind === "failed" ? phase.error : undefined;
  const issues = rows.flatMap(({ key, values }, at) => {
    const message = phase.refused.get(key);
    return message === undefined ? [] : [{ path: `Row ${at + 1} “${values.from}”`, message }];
  });
  return new ApiError(phase.error.message, { ...phase.error, issues });
};

const Outcome = ({ editing }: { editing: ItemEditing }) => {
  const { phase } = editing;
  const refusal = useMemo(() => inRows(editing), [editing]);
  if (phase.kind === "conflict")
    return <ItemConflicts conflicts={phase.conflicts} onResolve={editing.resolve} />;
  if (phase.kind === "failed")
    return (
      <ErrorNotice error={refusal}>
        <p>
          {phase.sent > 0
            ? `${counted(phase.sent, "item")} had been saved before this. `
            : "Nothing was changed. "}
          Everything else you typed is still here.
        </p>
      </ErrorNotice>
    );
  if (phase.kind === "unknown")
    return (
      <UnknownOutcome sent="The items were sent" error={phase.error} onCheck={editing.check}>
        They are not sent again by themselves, because an item that is added twice is there twice.
        Checking reads the items and takes out of your changes what has arrived.
      </UnknownOutcome>
    );
  return null;
};

const whyNot = ({ phase, count }: ItemEditing, marks: ReadonlyMap<string, RowMark>) => {
  if (phase.kind === "sending") return `Being sent: ${phase.sent} of ${phase.of}.`;
  const isEmpty = [...marks.values()].some(({ kind }) => kind === "empty");
  return (
    whyNotSaved(phase.kind, count > 0, 0) ??
    (isEmpty ? "A row has no value to look for." : undefined)
  );
};

/** What became of the last save, and the way to save. */
export const ItemsFoot = ({
  editing,
  marks,
}: {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
}) => {
  const why = whyNot(editing, marks);
  return (
    <div className="items__foot">
      <Outcome editing={editing} />
      <div className="row">
        <Button
          variant="filled"
          aria-disabled={why !== undefined}
          data-disabled={why !== undefined}
          aria-describedby="items-why"
          onClick={() => {
            if (why === undefined) editing.save();
          }}
        >
          {editing.count > 0 ? `Save ${counted(editing.count, "item")}` : "Save items"}
        </Button>
        <Button
          disabled={editing.count === 0 || editing.phase.kind === "sending"}
          onClick={editing.discard}
        >
          Discard
        </Button>
        <span className="faint" id="items-why" role="status">
          {why}
        </span>
        {editing.count > 0 && !editing.kept && (
          <span role="status">
            This browser cannot keep so much, or anything, as a draft: leaving loses it.
          </span>
        )}
      </div>
      <p className="field__hint">
        The API adds and changes items and has no way to delete one. To retire an item, map its
        value to itself.
      </p>
    </div>
  );
};
