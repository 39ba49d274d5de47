import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { EvidenceLine } from "#contract/evidence.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { later } from "#web/kit/later.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { KeyHint } from "./decision-keys.tsx";
import type { LineState } from "./decision.ts";
import { describeAlike, describePast, listProposed } from "./proposal.ts";
import type { RmaEvidence } from "./use-evidence.ts";

const AlikeDialog = later(async () => (await import("./alike-lines.tsx")).AlikeDialog);

interface ProposalRowProps {
  rmaId: number;
  line: LineState;
  evidence: RmaEvidence;
  onAccept: () => void;
}

const Sentence = ({
  rmaId,
  line,
  past,
}: Pick<ProposalRowProps, "rmaId" | "line"> & {
  past: NonNullable<EvidenceLine["past"]>;
}) => {
  const [open, setOpen] = useState(false);
  const { count, words } = describePast(past);
  const alike = describeAlike(past.alike);
  const close = () => setOpen(false);
  return (
    <>
      <span className="proposal__said" title={`${count}${words}. Alike in: ${alike}`}>
        <UnstyledButton
          className="line__suggest"
          aria-haspopup="dialog"
          onPointerEnter={() => void AlikeDialog.load().catch(() => undefined)}
          onClick={() => setOpen(true)}
        >
          {count}
        </UnstyledButton>
        {words} <span className="faint">· {alike}</span>
      </span>
      {open && (
        <AlikeDialog
          rmaId={rmaId}
          lineId={line.id}
          title={`${count}${words}`}
          alike={alike}
          onClose={close}
          onFail={close}
        />
      )}
    </>
  );
};

/** How lines like this one were decided, and the button that decides it so. Its height is always the same. */
export const ProposalRow = ({ rmaId, line, evidence, onAccept }: ProposalRowProps) => {
  const { data, isPending, lines, proposals } = evidence;
  const past = lines.get(line.id)?.past;
  const isOpen = listProposed([line], proposals).length > 0;
  if (isPending)
    return (
      <div className="row proposal">
        <Skeleton width={40} />
      </div>
    );
  if (!data || data.copies.rmas.phase === "off") return null;
  return (
    <div className="row proposal">
      {past?.proposal && (
        <LockableButton
          size="xs"
          locked={!isOpen}
          aria-keyshortcuts="S"
          aria-description={describePast(past).count + describePast(past).words}
          onClick={onAccept}
        >
          Accept <KeyHint>S</KeyHint>
        </LockableButton>
      )}
      {past ? (
        <Sentence rmaId={rmaId} line={line} past={past} />
      ) : (
        <span className="proposal__said faint">
          Too few lines like this were decided to propose anything.
        </span>
      )}
    </div>
  );
};
