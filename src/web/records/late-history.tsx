import { createLater } from "#web/kit/create-later.tsx";
import type { RecordHistoryProps } from "./record-history.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";

const loadCode = () => import("./record-history.tsx");
const { Later: History } = createLater(async () => (await loadCode()).RecordHistory);
const { Later: Asked } = createLater(async () => (await loadCode()).AskedHistory);

/** The last changes of a record, at the end of its screen: the code loads after what is needed first. */
export const LateHistory = (props: RecordHistoryProps) => <History {...props} />;

/** The same for a person who asked for it. */
export const LateAskedHistory = (props: RecordHistoryProps) => (
  <Asked {...props} instead={<Skeleton width={40} />} />
);
