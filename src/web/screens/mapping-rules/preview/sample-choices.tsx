import { Button, Textarea } from "@mantine/core";
import { toRecordId } from "#web/base/record-id.ts";
import { type SubmitEvent, useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { channelList } from "#web/api/account.ts";
import { ChannelChoice, resellersFirst } from "#web/records/channel-choice.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { rememberChannel } from "#web/base/last-channel.ts";
import { useValue } from "#web/base/value-store.ts";
import type { PreviewSession } from "./preview-session.ts";
import { readPastedRecords } from "./read-pasted-records.ts";

/** The channel of the products that the rule is tested on: the last one viewed, else the first that has products. */
export const SampleChannel = ({ session }: { session: PreviewSession }) => {
  const choice = useValue(session.choice);
  const { data } = useQuery({ ...channelList(), enabled: choice.channelId === undefined });
  const first = data && resellersFirst(data.value)[0]?.id;
  useEffect(() => {
    const now = session.choice.get();
    if (now.channelId === undefined && first !== undefined)
      session.choice.set({ ...now, channelId: first });
  }, [session, first]);
  const choose = (text: string) => {
    const channelId = toRecordId(text);
    rememberChannel(channelId);
    session.choice.set({ ...session.choice.get(), channelId });
    session.change({ selectedKey: undefined });
  };
  return <ChannelChoice channelId={choice.channelId} onChoose={choose} enabled />;
};

const hints = {
  product: "A parent product as returned by the API, or a list of them.",
  purchase_order: "A purchase order as returned by the API, or a list of them.",
} as const;

/** Records from pasted JSON. They stay in this page's memory. */
export const PasteRecords = ({
  session,
  onClose,
}: {
  session: PreviewSession;
  onClose: () => void;
}) => {
  const { kind } = useValue(session.choice);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readPastedRecords(text, kind);
    if (read.why !== undefined) return setError(read.why);
    session.choice.set({ ...session.choice.get(), pasted: read.samples });
    session.change({ selectedKey: undefined });
    onClose();
  };
  return (
    <Dialog
      title="Test on pasted records"
      onSubmit={onSubmit}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled">
            Test on these
          </Button>
        </>
      }
    >
      <Textarea
        label="JSON of one or more records"
        description={`${hints[kind]} {"objects": {…}}, as the run operation accepts it, works too. Records aren't sent or stored.`}
        error={error}
        errorProps={{ role: "status" }}
        data-autofocus
        classNames={{ input: "code" }}
        rows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
};
