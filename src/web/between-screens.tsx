import { Button } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorNotice } from "./ui/error-notice.tsx";
import { Notice } from "./ui/notice.tsx";
import { Screen } from "./ui/screen.tsx";
import { Skeleton } from "./ui/skeleton.tsx";
import { ButtonLink } from "./ui/button-link.tsx";

/** While a screen's code is on its way: the shape of a screen, and nothing that moves when it comes. */
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

/** An address that leads nowhere. */
export const NotFoundScreen = () => (
  <Screen title="Page not found">
    <Notice
      title="This page doesn't exist"
      tone="still"
      actions={<ButtonLink to="/">Go to the overview</ButtonLink>}
    >
      <p>The link may be old, or the address may be incomplete.</p>
    </Notice>
  </Screen>
);

/** Part of the console that is no longer there, since a newer one was put in its place. */
const isGone = (error: unknown): boolean =>
  /dynamically imported module|module script/i.test(String(error));

/** A screen that could not be shown. The rest of the console goes on. */
export const ProblemScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return isGone(error) ? (
    <Screen title="The console was updated">
      <Notice
        title="Reload to continue"
        actions={
          <Button variant="filled" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        <p>There is a newer version, or the gateway stopped. Your drafts are saved.</p>
      </Notice>
    </Screen>
  ) : (
    <Screen title="Couldn't show this screen">
      <ErrorNotice error={error} onRetry={again} />
    </Screen>
  );
};
