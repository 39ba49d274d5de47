import { useSplitter } from "@mantine/hooks";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useValue } from "#web/ui/value-store.ts";
import { usePreviewSession } from "./builder-context.ts";
import {
  type DeskMode,
  leastShare,
  mostShare,
  rememberedShare,
  rememberShare,
  usualShare,
} from "./desk-share.ts";

const widthOf = (share: number) =>
  ({ "--rule-share": `${share}fr`, "--preview-share": `${100 - share}fr` }) as CSSProperties;

/** The width of the rule in percent, and the handle that changes it. */
const useShare = (mode: DeskMode) => {
  const [shares, setShares] = useState(() => ({
    open: rememberedShare("open"),
    wide: rememberedShare("wide"),
  }));
  const share = shares[mode];
  const splitter = useSplitter<HTMLDivElement>({
    panels: [
      { defaultSize: usualShare[mode], min: leastShare, max: mostShare },
      { defaultSize: 100 - usualShare[mode] },
    ],
    sizes: [share, 100 - share],
    onSizeChange: ([size]) => {
      const next = Number(size);
      setShares((now) => ({ ...now, [mode]: next }));
      rememberShare(mode, next);
    },
    step: 2,
  });
  return { share, ref: splitter.ref, handle: splitter.getHandleProps({ index: 0 }) };
};

/** The rule and its test side by side, with a handle between them; a narrow window shows one of them. */
export const BuilderDesk = ({ rule, preview }: { rule: ReactNode; preview: ReactNode }) => {
  const { open, tab } = useValue(usePreviewSession().view);
  const { share, ref, handle } = useShare(open && tab === "changes" ? "wide" : "open");
  return (
    <div
      ref={ref}
      className="rule-builder__desk"
      data-preview={open ? "open" : "closed"}
      style={widthOf(share)}
    >
      {rule}
      <div
        {...handle}
        className="rule-builder__handle"
        aria-label="Resize rule and test"
        aria-valuetext={`Rule ${Math.round(share)}%, test ${Math.round(100 - share)}%`}
        title="Drag to resize. Double-click to reset."
      />
      {preview}
    </div>
  );
};
