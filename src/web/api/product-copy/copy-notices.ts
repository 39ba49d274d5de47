import type { CopyCommand } from "./copy-messages.ts";
import type { CopyState } from "./copy-state.ts";

/** What the workers of one copy's tabs tell each other. */
export type CopyNotice =
  /** Records changed; each tab reads them from the store. */
  | { readonly kind: "changed"; readonly state: CopyState }
  | { readonly kind: "state"; readonly state: CopyState }
  /** For the tab that reads from the upstream. */
  | { readonly kind: "command"; readonly command: CopyCommand }
  /** Somebody looks at this tab. */
  | { readonly kind: "seen" }
  | { readonly kind: "hello" }
  | { readonly kind: "forgotten" };

/** A channel between the tabs; without a name, one that nobody hears. */
export const openNotices = (copy: string | undefined) => {
  const channel =
    copy === undefined ? undefined : new BroadcastChannel(`supercargo-products:${copy}`);
  return {
    post: (notice: CopyNotice) => channel?.postMessage(notice),
    listen: (listener: (notice: CopyNotice) => void) =>
      channel?.addEventListener("message", ({ data }: MessageEvent<CopyNotice>) => listener(data)),
  };
};
