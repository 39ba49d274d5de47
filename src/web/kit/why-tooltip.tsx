import { Tooltip } from "@mantine/core";

/** Shows a reason beside an element. */
export const WhyTooltip = ({ why, target }: { why: string; target: HTMLElement }) => (
  <Tooltip opened target={target} label={why} multiline maw="22rem" />
);
