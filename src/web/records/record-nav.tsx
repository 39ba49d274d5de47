import { toRecordId } from "#web/base/record-id.ts";
import "./record-nav.css";
import { useRouter, useSearch } from "@tanstack/react-router";
import { formatQuantity } from "#web/base/format.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { findListed, type ListPlace } from "#web/kit/listed-records.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";
import { kindNouns } from "./record-kinds.ts";
import { recordAddress } from "./row-link.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";

interface RecordNavProps {
  kind: RecordKind;
  /** Undefined while it is loading: its space is reserved, so that nothing moves. */
  place: ListPlace | undefined;
  /** The place in words, if not "3 of 50". */
  words?: string | undefined;
}

const describePlace = ({ place, count }: ListPlace): string =>
  place === undefined ? "" : `${formatQuantity(place)} of ${formatQuantity(count)}`;

const unknown: ListPlace = { place: undefined, count: 0, previous: undefined, next: undefined };

/** Opens the previous and the next record of a list, in the order of its rows. */
export const RecordNav = ({
  kind,
  place = unknown,
  words = describePlace(place),
}: RecordNavProps) => {
  const { history } = useRouter();
  const { channel } = useSearch({ strict: false });
  const open = (id: number | undefined) =>
    history.push(`${recordAddress(kind, id)}${channel ? `?channel=${channel}` : ""}`);
  const steps = [
    ["Previous", place.previous],
    ["Next", place.next],
  ] as const;
  const noun = kindNouns[kind];
  useScreenActions(
    steps.map(
      ([label, id]) => id !== undefined && { label: `${label} ${noun}`, run: () => open(id) },
    ),
  );
  return (
    <nav
      className="record-nav"
      data-unknown={place === unknown || undefined}
      aria-label={`${noun} list`}
    >
      <span className="faint">{words}</span>
      {steps.map(([label, id]) => (
        <LockableButton key={label} size="xs" locked={id === undefined} onClick={() => open(id)}>
          {label}
        </LockableButton>
      ))}
    </nav>
  );
};

/** The neighbors of a record in the list that it was opened from; nothing if it was opened from elsewhere. */
export const ListNav = ({ kind, id }: { kind: RecordKind; id: string }) => {
  const place = findListed(kind, toRecordId(id));
  return place && <RecordNav kind={kind} place={place} />;
};
