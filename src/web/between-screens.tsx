import { Button } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { describeInvalidId } from "#web/base/record-id.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { ButtonLink } from "#web/kit/button.tsx";

/** Shown while a screen's code loads: the shape of a screen, without layout shifts when it appears. */
export const PendingScreen = () => (
  <div className="screen" role="status" aria-busy="true" aria-label="Loading">
    <div className="screen__head">
      <Skeleton width={24} />
    </div>
    <div className="sheet sheet__body stack">
      <Skeleton width={40} />
      <Skeleton width={32} />
      <Skeleton width={36} />
    </div>
  </div>
);

/** Shown for an unknown address; `data` is a text that is not a valid ID. */
export const NotFoundScreen = ({ data }: { data?: unknown }) => (
  <Screen title="Page not found">
    <Notice
      title="This page doesn't exist"
      tone="still"
      actions={<ButtonLink to="/">Go to the overview</ButtonLink>}
    >
      {typeof data === "string" && <p>{describeInvalidId(data)}</p>}
      <p>The link may be old, or the address may be incomplete.</p>
    </Notice>
  </Screen>
);

/** Whether an error means that a chunk of the console no longer exists because a newer version was deployed. */
const isChunkMissing = (error: unknown): boolean =>
  /dynamically imported module|module script/i.test(String(error));

/** Shown instead of a screen that failed. The rest of the console keeps working. */
export const ProblemScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return isChunkMissing(error) ? (
    <Screen title="The console was updated">
      <Notice
        title="Reload to continue"
        actions={
          <Button variant="filled" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        <p>There is a newer version, or the server stopped. Your drafts are saved.</p>
      </Notice>
    </Screen>
  ) : (
    <Screen title="Couldn't show this screen">
      <ErrorNotice error={error} onRetry={again} />
    </Screen>
  );
};
