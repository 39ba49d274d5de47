import type { CopyCommand } from "./copy-messages.ts";
import type { CopyState } from "./copy-state.ts";

/** Messages between the workers of tabs that have the same copy open. */
export type CopyNotice =
  /** Records changed; each tab reads the changes from the store. */
  | { readonly kind: "changed"; readonly state: CopyState }
  | { readonly kind: "state"; readonly state: CopyState }
  /** A command for the tab that requests from the upstream. */
  | { readonly kind: "command"; readonly command: CopyCommand }
  /** The sending tab is visible. */
  | { readonly kind: "seen" }
  | { readonly kind: "hello" }
  | { readonly kind: "forgotten" };

/** Opens a channel between the tabs; without a name it has no listeners. */
export const openNotices = (copy: string | undefined) => {
  const channel =
    copy === undefined ? undefined : new BroadcastChannel(`supercargo-products:${copy}`);
  return {
    post: (notice: CopyNotice) => channel?.postMessage(notice),
    listen: (listener: (notice: CopyNotice) => void) =>
      channel?.addEventListener("message", ({ data }: MessageEvent<CopyNotice>) => listener(data)),
  };
};
