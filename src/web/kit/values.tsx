import type { ReactNode } from "react";
import {
  formatAge,
  formatDateTime,
  formatMoney,
  nothing,
  formatQuantity,
} from "#web/base/format.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { useNow } from "#web/base/use-now.ts";

/** A moment: the time since, with the full date in the title and for machines; `absolute` swaps the two. */
export const Moment = ({ at, absolute }: { at: string | null | undefined; absolute?: boolean }) => {
  const now = useNow();
  if (!at) return <>{nothing}</>;
  return (
    <time dateTime={at} title={absolute ? formatAge(at, now) : formatDateTime(at)}>
      {absolute ? formatDateTime(at) : formatAge(at, now)}
    </time>
  );
};

/** Money; an amount below zero keeps its sign. */
export const Money = ({ amount }: { amount: number | null | undefined }) => (
  <>{formatMoney(amount)}</>
);

/** A count or measure with its unit. */
export const Quantity = ({
  amount,
  unit,
}: {
  amount: number | null | undefined;
  unit?: string | null;
}) => <>{formatQuantity(amount, unit)}</>;

/** Yes, no, or a placeholder. */
export const Flag = ({ value }: { value: boolean | null | undefined }) => (
  <>{value === null || value === undefined ? nothing : value ? "Yes" : "No"}</>
);

/** A text from a record, isolated from the direction of the surrounding text. */
export const Text = ({ value }: { value: string | number | null | undefined }) => (
  <>{value === null || value === undefined || value === "" ? nothing : <bdi>{value}</bdi>}</>
);

/** An id or code, in the code face. */
export const Code = ({ value }: { value: string | number | null | undefined }) => (
  <>
    {value === null || value === undefined || value === "" ? (
      nothing
    ) : (
      <bdi className="code">{value}</bdi>
    )}
  </>
);

/** A URL from a record: a link if it is http or https, otherwise plain text. */
export const ExternalLink = ({
  href,
  children,
}: {
  href: string | null | undefined;
  children?: ReactNode;
}) => {
  const url = safeUrl(href);
  if (url === undefined) return <Text value={href} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {children ?? <bdi>{href}</bdi>}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
};
