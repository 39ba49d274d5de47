import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { channelList } from "#web/api/account.ts";
import { ChannelChoice, resellersFirst } from "#web/ui/channel-choice.tsx";
import { rememberChannel } from "#web/ui/last-channel.ts";
import { useValue } from "#web/ui/value-store.ts";
import type { PreviewSession } from "./preview-session.ts";

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
    const channelId = Number(text);
    rememberChannel(channelId);
    session.choice.set({ ...session.choice.get(), channelId });
    session.change({ selectedKey: undefined });
  };
  return <ChannelChoice channelId={choice.channelId} onChoose={choose} enabled />;
};
