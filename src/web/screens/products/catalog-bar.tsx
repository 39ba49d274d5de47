import { Button } from "@mantine/core";
import { IconDots, IconRefresh } from "@tabler/icons-react";
import { checkCatalog } from "#web/api/catalog.ts";
import type { CatalogState } from "#contract/catalog.ts";
import { describeError } from "#web/api/error-advice.ts";
import { useNow } from "#web/base/use-now.ts";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PopoverButton } from "#web/kit/popover-button.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { describeCatalog, describeCatalogProblem } from "./describe-catalog.ts";

interface CatalogBarProps {
  channelId: number;
  state: CatalogState;
}

const check = (channelId: number, everything: boolean): void =>
  void checkCatalog(channelId, everything).catch((error: unknown) =>
    notify(`Couldn't check for updates. ${describeError(error).text}`),
  );

const Check = ({ channelId, label }: { channelId: number; label: string }) => (
  <Button
    size="xs"
    className="catalog-bar__command"
    leftSection={<IconRefresh aria-hidden="true" />}
    onClick={() => check(channelId, false)}
  >
    {label}
  </Button>
);

const Problem = ({ channelId, state, now }: CatalogBarProps & { now: number }) => {
  if (!state.problem) return null;
  const { title, advice } = describeCatalogProblem(state, state.problem, now);
  return (
    <Notice
      title={title}
      tone={state.phase === "stopped" ? "bad" : "waiting"}
      actions={<Check channelId={channelId} label="Try again" />}
    >
      <p>{advice}</p>
    </Notice>
  );
};

const CheckAll = ({ channelId }: { channelId: number }) => (
  <PopoverButton title="More checks" icon={<IconDots aria-hidden="true" />}>
    {(close) => (
      <div className="catalog-bar__about stack">
        <p>
          The service doesn't report removed products, or changes to price or stock alone. The
          console finds them by checking all products once a day.
        </p>
        <Button
          size="xs"
          onClick={() => {
            close();
            check(channelId, true);
          }}
        >
          Check all products
        </Button>
      </div>
    )}
  </PopoverButton>
);

/** The state of a channel's catalog, its age, and the commands for it. */
export const CatalogBar = ({ channelId, state }: CatalogBarProps) => {
  const now = useNow(state.phase === "waiting" ? 1_000 : 10_000);
  const { title, detail, progress } = describeCatalog(state, now);
  return (
    <>
      <Problem channelId={channelId} state={state} now={now} />
      <div className="catalog-bar" role="group" aria-label="Product catalog">
        <strong>{title}</strong>
        {progress && (
          <ProgressBar
            className="catalog-bar__progress"
            label={progress.label}
            done={progress.done}
            total={progress.total}
          />
        )}
        <span className="catalog-bar__detail" role={progress ? "status" : undefined}>
          {detail}
        </span>
        <span className="catalog-bar__acts">
          {(state.phase === "fresh" || state.phase === "checking") && !progress && (
            <Check channelId={channelId} label="Check for updates" />
          )}
          {state.phase !== "loading" && state.sweptAt !== null && (
            <CheckAll channelId={channelId} />
          )}
        </span>
      </div>
    </>
  );
};
