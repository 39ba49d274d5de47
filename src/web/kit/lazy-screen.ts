import { lazyRouteComponent } from "@tanstack/react-router";
import { ApiError } from "#web/base/api-error.ts";

/**
 * The router reloads the page if a screen's code is missing, which gets a newer version of the console. While the
 * gateway is away this would put a proxy's error page in place of the console, so then the screen reports it.
 */
const explainMissing = async (missing: unknown): Promise<never> => {
  // A proxy that asks for sign-in redirects or answers 401: reloading leads there.
  const answers = await fetch("/healthz", { redirect: "manual" }).then(
    ({ status }) => status < 500,
    () => false,
  );
  throw answers
    ? missing
    : new ApiError("Supercargo's server didn't respond. Try again in a few seconds.", {
        outcome: "refused",
      });
};

/** A screen as a chunk of its own. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(explainMissing), name);
