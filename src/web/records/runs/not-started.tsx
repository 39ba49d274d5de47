import { Notice } from "#web/kit/notice.tsx";

/** Says why a run couldn't start, in its dialog. */
export const NotStarted = ({ why }: { why: string }) => (
  <Notice title="Couldn't start" tone="bad" alert>
    <p>Nothing was sent: {why}</p>
  </Notice>
);
