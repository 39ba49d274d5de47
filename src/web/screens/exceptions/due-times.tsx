import { Button, CloseButton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { defaultDueTimes, DueTimes, dueTimesList, everySource } from "#contract/due-times.ts";
import { preferenceOperations, type SharedEntry } from "#contract/preferences.ts";
import { sourceList, useSourceName } from "#web/api/account.ts";
import { invalidateExceptions } from "#web/api/figures.ts";
import { removeSharedEntry, sharedEntries, shareEntry } from "#web/api/preferences.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { toChoices } from "#web/kit/choices.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { SearchableSelect } from "#web/kit/select.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useSending } from "#web/kit/use-sending.ts";

/** Due times as they are typed. */
interface Typed {
  readonly name: string;
  readonly decide: string;
  readonly ship: string;
}

const type = (name: string, { decide, ship }: DueTimes): Typed => ({
  name,
  decide: String(decide),
  ship: String(ship),
});

const read = ({ decide, ship }: Typed): DueTimes | undefined =>
  DueTimes.safeParse({ decide: Number(decide), ship: Number(ship) }).data;

const whyNot = (text: string): string | undefined =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 60 ? undefined : "1 to 60";

/** All sources first; an entry that is no due time is left out. */
const toTyped = (entries: readonly SharedEntry[]): Typed[] => {
  const known = entries.flatMap(({ name, value }) => {
    const times = DueTimes.safeParse(value).data;
    return times ? [type(name, times)] : [];
  });
  const every = known.find(({ name }) => name === everySource);
  const others = known.filter(({ name }) => name !== everySource);
  return [every ?? type(everySource, defaultDueTimes), ...others];
};

interface RowProps {
  times: Typed;
  label: string;
  onChange: (times: Typed) => void;
  onRemove: (() => void) | undefined;
}

const Row = ({ times, label, onChange, onRemove }: RowProps) => (
  <>
    <bdi className="truncate" title={label}>
      {label}
    </bdi>
    {(["decide", "ship"] as const).map((name) => (
      <TextInput
        key={name}
        aria-label={`${label}, ${name === "decide" ? "decide within" : "ship within"}`}
        inputMode="numeric"
        value={times[name]}
        error={whyNot(times[name])}
        onChange={({ target }) => onChange({ ...times, [name]: target.value })}
      />
    ))}
    {onRemove ? <CloseButton aria-label={`Remove ${label}`} onClick={onRemove} /> : <span />}
  </>
);

interface FormProps {
  entries: readonly SharedEntry[];
  onClose: () => void;
}

const Form = ({ entries, onClose }: FormProps) => {
  const [before] = useState(() => toTyped(entries));
  const [rows, setRows] = useState(before);
  const sourceName = useSourceName(true);
  const sources = useQuery(sourceList()).data?.value ?? [];
  const { error, send } = useSending(async () => {
    for (const row of rows) {
      const known = entries.find(({ name }) => name === row.name)?.value;
      const times = read(row);
      if (times && JSON.stringify(known) !== JSON.stringify(times))
        await shareEntry(dueTimesList, row.name, times);
    }
    for (const { name } of before)
      if (name !== everySource && !rows.some((row) => row.name === name))
        await removeSharedEntry(dueTimesList, name);
    await invalidateExceptions();
    notify("Due times saved");
    onClose();
  });
  const isWrong = rows.some((row) => whyNot(row.decide) ?? whyNot(row.ship));
  const replace = (at: number, ...by: Typed[]) => setRows(rows.toSpliced(at, 1, ...by));
  const nameRow = ({ name }: Typed) =>
    name !== everySource
      ? sourceName(Number(name))
      : rows.length > 1
        ? "All other sources"
        : "All sources";
  const others = sources.filter(({ id }) => !rows.some(({ name }) => name === String(id)));
  const [{ decide, ship } = type(everySource, defaultDueTimes)] = rows;
  return (
    <Dialog
      title="Due times"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void send();
      }}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PermittedButton
            permission={preferenceOperations.saveShared}
            type="submit"
            variant="filled"
          >
            Save for the team
          </PermittedButton>
        </>
      }
    >
      <p>
        Working days, Monday to Friday. An RMA is late when it isn't decided within them, an order
        when it hasn't shipped.
      </p>
      <div className="due-times">
        <span className="label">Source</span>
        <span className="label">Decide within</span>
        <span className="label">Ship within</span>
        <span />
        {rows.map((row, at) => (
          <Row
            key={row.name}
            times={row}
            label={nameRow(row)}
            onChange={(times) => replace(at, times)}
            onRemove={row.name === everySource ? undefined : () => replace(at)}
          />
        ))}
      </div>
      <SearchableSelect
        label="Add a source with its own times"
        choices={toChoices("Source", others)}
        value=""
        onChoose={(name) => name && setRows([...rows, { name, decide, ship }])}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
};

/** The team's due times, of every source and of single ones. */
export const DueTimesDialog = ({ onClose }: { onClose: () => void }) => {
  const entries = useQuery({ ...sharedEntries(dueTimesList), staleTime: 0 });
  if (entries.data !== undefined && !entries.isFetching)
    return <Form entries={entries.data} onClose={onClose} />;
  return (
    <Dialog title="Due times" onClose={onClose} foot={<Button onClick={onClose}>Cancel</Button>}>
      {entries.isError ? (
        <ErrorNotice error={entries.error} onRetry={() => void entries.refetch()} />
      ) : (
        <Skeleton width={30} />
      )}
    </Dialog>
  );
};
